import type { Output } from '@notes/contract';
import { catalogue } from '../../text/catalogue.js';
import { plural } from '../../text/numbers.js';

type Peer = Output<'getSyncOverview'>['peers'][number];

export const text = catalogue({
  devices: 'Other devices',
  none: 'No other device is in this group yet.',
  add: 'Add a device',
  device: 'Device',
  heard: 'Last heard of',
  never: 'never',
  behind: 'Has of what is here',
  everything: 'everything',
  unknown: 'not known',
  lacks: (count: number) => plural(count, 'all but # change', 'all but # changes'),
  state: 'State',
  retired: (count: number) => plural(count, '# retired device', '# retired devices'),
});

export const statuses: Readonly<Record<Peer['status'], string>> = catalogue({
  active: 'enrolled',
  revoked: 'key revoked',
  retired: 'retired',
});
