import type { Output } from '@notes/contract';
import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

type Overview = Output<'getSyncOverview'>;

export const text = catalogue({
  sync: 'Sync',
  notFound: 'There is no page at this address.',
  overview: 'Overview',
  conflicts: 'Conflicts',
  conflictsTab: (open: number) => `Conflicts (${number(open)})`,
  pairing: 'Add a device',
  backups: 'Backups',
  retention: 'Retention',
  recovery: 'Recovery',
  location: 'Location',
  thisDevice: 'This device',
  unknownDevice: 'A device',

  syncTargetLine: 'Sync target: {location}.',
  othersSyncHere: 'Other devices sync with this service.',
  afterRestart: (location: string) => `After a restart of the service: ${location}.`,
  lastRun: 'Last run: {run}.',
  notSynced: 'Not synced yet.',
  planSync: 'Preview sync',
  syncNow: 'Sync now',
  planTitle: 'What a sync would transfer now',
  outgoing: 'Outgoing',
  incoming: 'Incoming',
  nothing: 'nothing',
  transferCounts: (changes: number, parts: number, size: string) =>
    `${plural(changes, '# change', '# changes')}, ${plural(parts, '# attachment part', '# attachment parts')}, ${size}`,
  started: 'Sync started',
  runFromTerminal: 'To sync from the terminal:',
  noTarget: 'This library is in a group, but has no sync target.',

  chooseTarget: 'Choose a sync target',

  replica: 'Device ID',
  deviceName: 'Device name',
  database: 'Database ID',
  key: 'Group key',
  keyNumber: 'number {number}, {id}',
  unpublished: 'Not published yet',
  unpublishedCount: (count: number) => (count === 0 ? 'none' : plural(count, '# change', '# changes')),
  unpublishedAttachments: 'Attachments not published yet',
  unapplied: 'Waiting to be applied',
  unappliedCount: (count: number) => (count === 0 ? 'none' : plural(count, '# file of changes', '# files of changes')),
  missingAttachments: 'Attachments still to be fetched',
  remoteAttachments: 'Attachments fetched when you open them',
  none: 'none',
  attachmentCount: (count: number, size: string) => `${plural(count, '# attachment', '# attachments')}, ${size}`,
  conflictsLabel: 'Conflicts',
  noConflicts: 'none',
  openConflicts: (count: number) => plural(count, '# open conflict', '# open conflicts'),

  alerts: 'Problems',

  devices: 'Other devices',
});

export const locationNames: Readonly<Record<Overview['target'], string>> = catalogue({
  none: 'none',
  directory: 'a shared folder',
  rest: 'another service',
});

export const planWarnings: Readonly<Record<Output<'planSyncJob'>['warnings'][number], string>> = catalogue({
  place_is_empty: 'The sync target is empty: the whole library will be published there.',
  more_may_follow: 'More may follow: incoming changes can refer to attachments that are not on this device.',
});
