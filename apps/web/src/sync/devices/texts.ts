import type { Output } from '@notes/contract';
import { catalogue } from '../../text/catalogue.js';
import { bytes, plural } from '../../text/numbers.js';

type Peer = Output<'getSyncOverview'>['peers'][number];

export const text = catalogue({
  devices: 'Other devices',
  noDevices: 'No other device is in this group yet.',
  addDevice: 'Add a device',
  device: 'Device',
  lastSeen: 'Last seen',
  never: 'never',
  progress: 'Progress',
  upToDate: 'up to date',
  progressUnknown: 'not known',
  changesBehind: (count: number) => plural(count, '# change behind', '# changes behind'),
  state: 'State',
  retiredCount: (count: number) => plural(count, '# retired device', '# retired devices'),

  details: 'Details…',
  detailsNamed: (name: string) => `Details… of ${name}`,
  id: 'ID',
  joined: 'Joined',
  clock: 'Clock',
  clockUnknown: 'not known',
  clockSame: 'same as on this device',
  clockAhead: (seconds: number) => plural(seconds, '# second ahead', '# seconds ahead'),
  clockBehind: (seconds: number) => plural(seconds, '# second behind', '# seconds behind'),
  attachments: 'Attachments',
  hasAllAttachments: 'all downloaded',
  attachmentsUnconfirmed: 'not confirmed yet',
  allowBackups: 'Allow it to request encrypted copies of the whole library',
  revokeHint: 'If the device was lost or stolen, revoke this key at once and create a new group key:',
  retireEllipsis: 'Retire…',
  close: 'Close',

  retireTitle: (name: string) => `Retire ${name}`,
  retireLead:
    'A retired device is no longer in the group: its keys are revoked, a new group key is created, and the other devices no longer wait for it. It keeps the data it already has. To come back, it must be added again.',
  notReceived: 'Not received yet',
  changeCount: (count: number) => plural(count, '# change', '# changes'),
  keptAtTarget: 'Kept for it at the sync target',
  fileCount: (count: number, size: number) => `${plural(count, '# file', '# files')}, ${bytes(size)}`,
  newKey: 'New group key',
  willBeCreated: 'will be created',
  willNotBeCreated: 'will not be created',
  confirmPhrase: 'To confirm, type: {phrase}',
  retireDevice: 'Retire device',
  cancel: 'Cancel',
  deviceRetired: (name: string) => `Retired ${name}`,
});

export const statuses: Readonly<Record<Peer['status'], string>> = catalogue({
  active: 'active',
  revoked: 'key revoked',
  retired: 'retired',
});
