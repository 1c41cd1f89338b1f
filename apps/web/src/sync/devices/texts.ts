import type { Output } from '@notes/contract';
import { catalogue } from '../../text/catalogue.js';
import { bytes, plural } from '../../text/numbers.js';

type Peer = Output<'getSyncOverview'>['peers'][number];

export const text = catalogue({
  devices: 'Other devices',
  none: 'No other device is in this group yet.',
  add: 'Add a device',
  device: 'Device',
  heard: 'Last seen',
  never: 'never',
  behind: 'Progress',
  everything: 'up to date',
  unknown: 'not known',
  lacks: (count: number) => plural(count, '# change behind', '# changes behind'),
  state: 'State',
  retired: (count: number) => plural(count, '# retired device', '# retired devices'),

  details: 'Details…',
  detailsOf: (name: string) => `Details… of ${name}`,
  id: 'Id',
  joined: 'Joined',
  clock: 'Clock',
  clockUnknown: 'not known',
  clockAsHere: 'same as on this device',
  clockAhead: (seconds: number) => plural(seconds, '# second ahead', '# seconds ahead'),
  clockBehind: (seconds: number) => plural(seconds, '# second behind', '# seconds behind'),
  attachments: 'Attachments',
  all: 'has all',
  notAll: 'has not confirmed that it has all',
  mayCopy: 'Allow it to request encrypted copies of the whole library',
  revoke: 'If the device was lost or stolen, revoke this key at once and create a new group key:',
  retire: 'Retire…',
  close: 'Close',

  retireTitle: (name: string) => `Retire ${name}`,
  retireLead:
    'A retired device is no longer in the group: its keys are revoked, a new group key is created, and the other devices no longer wait for it. It keeps the data it already has. To come back, it must be added again.',
  lacksNow: 'Not received yet',
  changes: (count: number) => plural(count, '# change', '# changes'),
  waiting: 'Kept for it at the sync target',
  artifacts: (count: number, size: number) => `${plural(count, '# file', '# files')}, ${bytes(size)}`,
  newKey: 'New group key',
  isMade: 'will be created',
  isNotMade: 'will not be created',
  typePhrase: 'To confirm, type: {phrase}',
  retireNow: 'Retire device',
  keep: 'Cancel',
  isRetired: (name: string) => `Retired ${name}`,
});

export const statuses: Readonly<Record<Peer['status'], string>> = catalogue({
  active: 'active',
  revoked: 'key revoked',
  retired: 'retired',
});
