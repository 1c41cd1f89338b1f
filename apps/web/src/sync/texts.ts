import type { Output } from '@notes/contract';
import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

type Overview = Output<'getSyncOverview'>;

export const text = catalogue({
  sync: 'Sync',
  nothingHere: 'There is nothing at this address.',
  overview: 'Overview',
  conflicts: 'Conflicts',
  conflictsOpen: (open: number) => `Conflicts (${number(open)})`,
  pairing: 'Add a device',
  backups: 'Backups',
  retention: 'Retention',
  recovery: 'Recovery',
  place: 'Place',
  thisDevice: 'This device',
  someDevice: 'A device',

  meetsAt: 'Meets others at: {place}.',
  meetHere: 'Other devices meet at this service.',
  afterRestart: (place: string) => `After a restart of the service: ${place}.`,
  lastRun: 'Last run: {run}.',
  neverRan: 'Nothing was exchanged yet.',
  planSync: 'Plan sync',
  syncNow: 'Sync now',
  plan: 'What a sync would move now',
  goesOut: 'Goes out',
  comesIn: 'Comes in',
  nothing: 'nothing',
  moved: (changes: number, parts: number, size: string) =>
    `${plural(changes, '# change', '# changes')}, ${plural(parts, '# part of attachments', '# parts of attachments')}, ${size}`,
  started: 'The sync has begun',
  runFromTerminal: 'To sync from the terminal:',
  isOffline: 'This library is in a group, but exchanges with nobody: no place to meet at is set.',

  choosePlace: 'Choose a place to meet at',

  replica: 'Id among the devices',
  deviceName: 'Name among the devices',
  database: 'Database',
  key: 'Group key',
  keyNumber: 'number {number}, {id}',
  waits: 'Not exchanged yet',
  changesWait: (count: number) => (count === 0 ? 'nothing' : plural(count, '# change', '# changes')),
  comes: 'Seen, and not taken in yet',
  changesCome: (count: number) => (count === 0 ? 'nothing' : plural(count, '# file of changes', '# files of changes')),
  notHere: 'Attachments not on this device',
  allHere: 'none',
  filesCome: (count: number, size: string) => `${plural(count, '# attachment', '# attachments')}, ${size}`,
  conflictsWait: 'To be settled',
  noneOpen: 'no conflict',
  openConflicts: (count: number) => plural(count, '# conflict', '# conflicts'),

  alerts: 'What is wrong',

  devices: 'Other devices',

  chip: (words: string, state: string) => `${words} (${state})`,
});

export const places: Readonly<Record<Overview['target'], string>> = catalogue({
  none: 'nowhere',
  directory: 'a shared folder',
  rest: 'another service',
});

export const chips: Readonly<Record<Overview['state'], string>> = catalogue({
  off: 'sync: off',
  uninitialized: 'sync: not set up',
  ready: 'sync: ready',
  attention: 'sync: needs a look',
});

export const chipConflicts = catalogue({
  open: (count: number) => plural(count, 'sync: # conflict', 'sync: # conflicts'),
});

export const planWarnings: Readonly<Record<Output<'planSyncJob'>['warnings'][number], string>> = catalogue({
  place_is_empty: 'Nothing lies at the place yet: all of this library goes there.',
  more_may_follow: 'More may follow: what comes in can name attachments that are not here.',
});
