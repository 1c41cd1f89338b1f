import type { Output } from '@notes/contract';
import { catalogue } from '../../text/catalogue.js';
import { number, plural } from '../../text/numbers.js';

type Backup = Output<'manageBackups'>['backups'][number];
type Problem = Output<'inspectBackup'>['problems'][number];

export const text = catalogue({
  lead: 'A backup is an encrypted copy of the whole library, attachments included. Only devices of this group can open it.',
  create: 'Create backup',
  request: 'Request backup from the other device',
  requestLead:
    'You can also request a backup of the device this one syncs with. It is created there and downloaded to this device.',
  started: 'Backup started',
  requested: 'Backup requested',
  permissionHint:
    'On the other device, open the details of this device on the Sync page and turn on “Allow it to request encrypted copies of the whole library”.',
  backups: 'Backups on this device',
  none: 'No backups yet.',
  created: 'Created',
  device: 'Device',
  createdFor: (device: string) => `created for ${device}`,
  size: 'Size',
  state: 'State',
  sizeUnknown: 'not known yet',
  inspect: 'Inspect',
  inspectNamed: (id: string) => `Inspect ${id}`,
  inspecting: 'Reading the whole backup…',
  resultTitle: (id: string) => `Contents of ${id}`,
  noProblems: 'The whole backup was read, and no problems were found.',
  problemsFound: 'Problems were found:',
  notes: 'Notes',
  noteCount: (all: number, trashed: number) =>
    trashed === 0 ? number(all) : `${number(all)}, ${number(trashed)} of them in Trash`,
  revisions: 'Revisions',
  notebooks: 'Notebooks',
  tags: 'Tags',
  attachments: 'Attachments',
  noAttachments: 'none',
  attachmentCount: (count: number, size: string, missing: number) =>
    missing === 0
      ? `${number(count)}, ${size}`
      : `${number(count)}, ${size}; ${plural(missing, '# without its file', '# without their files')}`,
  removeFromTerminal: 'To remove it from this device:',
  restoreFromTerminal: 'To restore it as a separate library in a new folder:',
});

export const backupStates: Readonly<Record<Backup['state'], string>> = catalogue({
  producing: 'being created',
  downloading: 'being downloaded',
  ready: 'ready',
  verified: 'verified',
  failed: 'failed',
  expired: 'expired',
});

export const problems: Readonly<Record<Problem['code'], string>> = catalogue({
  changed: 'The backup differs from what was written.',
  sealed: 'Part of the backup cannot be decrypted.',
  payload: 'The contents of the backup are not valid.',
  schema: 'The backup was created by another version of this program.',
  damaged: 'The library in the backup is damaged.',
  text: 'A text in the backup does not match its digest.',
  missing_bytes: 'The file of an attachment is missing, because the device did not have it.',
});
