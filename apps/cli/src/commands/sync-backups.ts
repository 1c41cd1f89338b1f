import { operations, parseInput, type Output as Result } from '@notes/contract';
import { loadConfig } from '@notes/operations/config';
import { INTERRUPTED_EXIT, UsageError } from '../failures.js';
import { formatCommand } from '../format-command.js';
import type { Output } from '../output.js';
import type { Presentation, Surroundings, Values } from '../presentation.js';
import { alignColumns } from '../table.js';
import { formatCount, formatNumber, toOneLine } from '../text.js';

type Backup = Result<'listBackups'>['backups'][number];
type Inspection = Pick<Result<'inspectBackup'>, 'payload' | 'problems'>;

/** Exit code for a damaged backup, or a failed operation. */
const FAILED = 1;
const MAX_LISTED_PROBLEMS = 20;

const ids = ({ backups }: Result<'listBackups'>, out: Output) => {
  for (const { backup_id } of backups) out.line(backup_id);
};

const columns = ({ backup_id, origin, state, created_at, size_bytes, received_bytes }: Backup) => [
  backup_id,
  origin,
  state === 'downloading' ? `${state} ${formatNumber(received_bytes)} of` : state,
  size_bytes === null ? '' : formatCount(size_bytes, 'byte'),
  created_at,
];

function showBackups({ backups }: Result<'listBackups'>, out: Output): void {
  for (const line of alignColumns(backups.map(columns))) out.line(line);
}

/** Returns a failure code for a backup that was stopped before the end and is incomplete. */
const exitCode = ({ backups }: Result<'listBackups'>) =>
  backups.some(({ state }) => state !== 'ready' && state !== 'verified') ? INTERRUPTED_EXIT : 0;

/** `notes sync backup list` */
export const backupList: Presentation<'listBackups'> = {
  render: {
    table: (shown, out) => {
      showBackups(shown, out);
      if (shown.backups.length === 0)
        out.notice(`No backups yet. To create one: ${formatCommand(out, 'sync', 'backup', 'create')}`);
    },
    ids,
  },
};

/** `notes sync backup create` */
export const backupCreate: Presentation<'createBackup'> = {
  long: 'backup',
  unit: 'bytes',
  run: (call, values) => call.invoke('createBackup', values),
  render: {
    table: (shown, out) => {
      showBackups(shown, out);
      if (exitCode(shown) !== 0) return;
      out.notice(
        'The backup is in the folder backups/sync of the data directory. Only the keys of this device, in the folder keys, open it. Keep copies of both elsewhere.',
      );
    },
    ids,
  },
  exitCode,
};

/** `notes sync backup request` */
export const backupRequest: Presentation<'requestBackup'> = {
  positional: { replica_id: '[replica]' },
  long: 'backup',
  unit: 'bytes',
  onInterrupt: 'Stopping. To resume, run the same command again',
  run: (call, values) => call.invoke('requestBackup', values),
  render: { table: showBackups, ids },
  exitCode,
};

/** `notes sync backup rm` */
export const backupRemove: Presentation<'removeBackup'> = {
  positional: { backup_id: '<backup>' },
  render: { table: showBackups, ids },
};

/** `notes sync backup inspect` */
export const backupInspect: Presentation<'inspectBackup'> = {
  positional: { backup_id: '<backup>' },
  long: 'inspect',
  unit: 'bytes',
  run: (call, values) => call.invoke('inspectBackup', values),
  render: {
    table: ({ backup, verified, ...found }, out) => {
      showBackups({ backups: [backup] }, out);
      showFound(found, out);
      out.line(
        verified
          ? 'The backup is complete: every byte was verified.'
          : 'The backup is damaged or incomplete and cannot be restored.',
      );
    },
  },
  exitCode: ({ verified }) => (verified ? 0 : FAILED),
};

function showFound({ payload, problems }: Inspection, out: Output): void {
  if (payload !== null) {
    const { notes, trashed, revisions, notebooks, tags, attachments, attachment_bytes } = payload;
    const rows = Object.entries({ notes, trashed, revisions, notebooks, tags, attachments, attachment_bytes });
    for (const line of alignColumns(rows.map(([name, count]) => [name.replace('_', ' '), formatNumber(count)])))
      out.line(line);
  }
  for (const { code, detail } of problems.slice(0, MAX_LISTED_PROBLEMS)) out.notice(`${code}: ${toOneLine(detail)}`);
  if (problems.length > MAX_LISTED_PROBLEMS)
    out.notice(`… and ${formatNumber(problems.length - MAX_LISTED_PROBLEMS)} more`);
}

/** `notes sync backup restore`: the original library is not opened, and need not exist any more. */
export const backupRestore: Presentation<'restoreBackup'> = {
  positional: { backup_id: '<backup>' },
  inputs: {
    into_dir: { flags: '--into-dir <dir>', description: 'Data directory to create: new or empty.' },
  },
  extra: { into: { flags: '--into <profile>', description: 'Restore into the data directory of this profile.' } },
  long: 'restore',
  unit: 'bytes',
  withoutLibrary: restore,
  render: {
    table: ({ data_dir, restored, ...found }, out) => {
      out.line(
        restored ? `Restored to ${toOneLine(data_dir)}` : 'Nothing was restored: the backup is damaged or incomplete.',
      );
      showFound(found, out);
      if (restored)
        out.notice(
          'The restored library belongs to no sync group. To join one: notes --data-dir DIR sync pair CODE NAME --local-library merge',
        );
    },
  },
  exitCode: ({ restored }) => (restored ? 0 : FAILED),
};

async function restore(
  { config, env, signal }: Surroundings,
  { into, into_dir, ...asked }: Values,
): Promise<Result<'restoreBackup'>> {
  if ((into === undefined) === (into_dir === undefined))
    throw new UsageError('Give one target: --into-dir DIR or --into PROFILE');
  const { restoreBackup } = await import('@notes/operations/backups');
  const { NOTES_DATA_DIR: _, ...others } = env;
  const target = into === undefined ? into_dir : loadConfig({ profile: String(into) }, others).dataDir;
  const context = { dataDir: config.dataDir, now: Date.now, ...(signal && { signal }) };
  return restoreBackup(context, parseInput(operations.restoreBackup, { ...asked, into_dir: target }));
}
