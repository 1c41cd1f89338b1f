import type { Output } from '@notes/contract';
import { catalogue } from '../../text/catalogue.js';
import { number, plural } from '../../text/numbers.js';

type Backup = Output<'manageBackups'>['backups'][number];
type Problem = Output<'inspectBackup'>['problems'][number];

export const text = catalogue({
  lead: 'A backup is a sealed copy of the whole library, attachments included. Only devices of this group can open it.',
  create: 'Make a backup',
  ask: 'Ask the other device for one',
  askLead: 'A backup can also be one of the device this one meets at: it is made there, and fetched to here.',
  begun: 'The backup is being made',
  asked: 'The other device has been asked',
  permit: 'On that device, look for this one on the Sync page, and allow it to ask for sealed copies.',
  backups: 'Backups on this device',
  none: 'There is none yet.',
  made: 'Made',
  of: 'Copy of',
  madeFor: (device: string) => `made for ${device}`,
  size: 'Size',
  state: 'State',
  sizeUnknown: 'not known yet',
  inspect: 'Inspect',
  inspectNamed: (id: string) => `Inspect ${id}`,
  inspecting: 'It is read to its end…',
  result: (id: string) => `What is in ${id}`,
  isWhole: 'Every byte was read, and all is as it should be.',
  isNotWhole: 'Not all is as it should be:',
  notes: 'Notes',
  notesOf: (all: number, trashed: number) =>
    trashed === 0 ? number(all) : `${number(all)}, ${number(trashed)} of them in Trash`,
  revisions: 'Revisions',
  notebooks: 'Notebooks',
  tags: 'Tags',
  attachments: 'Attachments',
  noAttachments: 'none',
  attachmentsOf: (count: number, size: string, missing: number) =>
    missing === 0
      ? `${number(count)}, ${size}`
      : `${number(count)}, ${size}; ${plural(missing, '# without its bytes', '# without their bytes')}`,
  remove: 'To remove it from this device:',
  restore: 'To make a library of its own of it, in a new folder:',
});

export const backupStates: Readonly<Record<Backup['state'], string>> = catalogue({
  producing: 'being made',
  downloading: 'being fetched',
  ready: 'ready',
  verified: 'read to its end, whole',
  failed: 'failed',
  expired: 'expired',
});

export const problems: Readonly<Record<Problem['code'], string>> = catalogue({
  changed: 'Its bytes are not those that were written.',
  sealed: 'A part of it cannot be opened.',
  payload: 'What is in it is not in order.',
  schema: 'It is of another version of this program.',
  damaged: 'The library in it is damaged.',
  text: 'A text in it is not what its digest says.',
  missing_bytes: 'Bytes of an attachment are not in it, as this device did not have them.',
});
