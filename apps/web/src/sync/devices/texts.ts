import type { Output } from '@notes/contract';
import { catalogue } from '../../text/catalogue.js';
import { bytes, plural } from '../../text/numbers.js';

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

  details: 'Details…',
  detailsOf: (name: string) => `Details… of ${name}`,
  id: 'Id',
  joined: 'In the group since',
  clock: 'Its clock',
  clockUnknown: 'not known',
  clockAsHere: 'as the one here',
  clockAhead: (seconds: number) => plural(seconds, '# second ahead', '# seconds ahead'),
  clockBehind: (seconds: number) => plural(seconds, '# second behind', '# seconds behind'),
  attachments: 'Attachments',
  all: 'it has all',
  notAll: 'it does not say that it has all',
  mayCopy: 'It may ask for sealed copies of the whole library',
  revoke: 'To end a key of it at once, as of a device that was lost or stolen, and make a new group key:',
  retire: 'Retire…',
  close: 'Close',

  retireTitle: (name: string) => `Retire ${name}`,
  retireLead:
    'A retired device is in the group no more: its keys end, a new group key is made, and nothing waits for it. What it has already, it keeps. To come back it has to be added again.',
  lacksNow: 'It does not have yet',
  changes: (count: number) => plural(count, '# change', '# changes'),
  waiting: 'Kept for it at the place of exchange',
  artifacts: (count: number, size: number) => `${plural(count, '# file', '# files')}, ${bytes(size)}`,
  newKey: 'New group key',
  isMade: 'is made',
  isNotMade: 'is not made',
  typePhrase: 'To retire it, type: {phrase}',
  retireNow: 'Retire it',
  keep: 'Keep it',
  isRetired: (name: string) => `${name} is retired`,
});

export const statuses: Readonly<Record<Peer['status'], string>> = catalogue({
  active: 'enrolled',
  revoked: 'key revoked',
  retired: 'retired',
});
