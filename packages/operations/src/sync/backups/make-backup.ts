import { ServiceError } from '@notes/contract';
import { LibrarySyncStore } from '@notes/storage/sync';
import type { Epoch } from '@notes/sync-protocol';
import type { Library } from '../../platform/context.js';
import { backupWorker } from '../../platform/workers.js';
import { loadGroup } from '../center/group.js';
import type { Replica } from '../center/replica.js';
import type { MakeTask, WrittenBackup } from './make-task.js';
import type { BackupRecord, EncryptedRecord } from './record.js';
import type { BackupShelf } from './shelf.js';
import { type Answer, unwrapAnswer } from './task-answer.js';

const TASK = new URL('../../../dist/sync/backups/make-task.js', import.meta.url);
const DEADLINE_MS = 2 * 3_600_000;

export interface MakeBackupOptions {
  readonly library: Library;
  readonly replica: Pick<Replica, 'crypto' | 'keys' | 'dataDir' | 'store'>;
  readonly shelf: BackupShelf;
  readonly now: () => number;
  /** Cancels the backup and leaves nothing behind. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a backup of the current library in a worker, encrypted for the group and for the requester in the record. Only
 * the requester has to wait for it.
 *
 * @param record Stored with the backup on the shelf. @param lifetimeMs Lifetime in milliseconds; null for a backup that
 * is kept until it is removed.
 * @throws ServiceError `conflict` while another backup is made, `request_timeout` after two hours or when it is no
 * longer needed; StorageError `full` and other errors of the disk. After an error only a record that existed before
 * remains.
 */
export async function makeBackup(
  making: MakeBackupOptions,
  record: BackupRecord,
  lifetimeMs: number | null,
): Promise<EncryptedRecord> {
  const { library, shelf, now, signal } = making;
  const { backup_id: id } = record;
  const isKnown = shelf.find(id) !== undefined;
  const lock = shelf.beginMaking();
  try {
    shelf.keep(record);
    const epoch = await currentEpoch(making);
    // A library restored from the backup may have no log from which to complete its state.
    await new LibrarySyncStore(library).materializePending();
    await library.store.write(({ sync }) => sync.exchange.offer());
    const made = await makeInWorker({ ...toMakeTask(making, record), epoch: { id: epoch.id, key: epoch.key } }, signal);
    shelf.complete(id);
    const at = now();
    const expires_at = lifetimeMs === null ? null : at + lifetimeMs;
    const finished = { ...record, sealed: toEncryptedBytes(made, epoch.id, { created_at: at, expires_at }) };
    shelf.keep(finished);
    return finished;
  } catch (error) {
    if (isKnown) shelf.removeContents(id);
    else shelf.remove(id);
    throw error;
  } finally {
    lock.release();
  }
}

function toMakeTask({ replica, shelf }: MakeBackupOptions, record: BackupRecord): Omit<MakeTask, 'epoch'> {
  const { backup_id, database_id, requester_replica_id } = record;
  return {
    dataDir: replica.dataDir,
    folder: shelf.folderFor(backup_id),
    into: shelf.partPathFor(backup_id),
    context: { backupId: backup_id, databaseId: database_id, requester: requester_replica_id },
  };
}

const toEncryptedBytes = (
  { sizeBytes, sha256, frameBytes, frames, vector }: WrittenBackup,
  epoch_id: string,
  times: Pick<EncryptedRecord['sealed'], 'created_at' | 'expires_at'>,
): EncryptedRecord['sealed'] => ({
  size_bytes: sizeBytes,
  sha256,
  frame_bytes: frameBytes,
  frames,
  epoch_id,
  vv: { ...vector },
  ...times,
});

async function makeInWorker(task: MakeTask, signal: AbortSignal | undefined): Promise<WrittenBackup> {
  const run = { module: TASK, task, deadlineMs: DEADLINE_MS, signal };
  const answer = await backupWorker.run<Answer<WrittenBackup>, null>(run, null);
  signal?.throwIfAborted();
  if (answer === null)
    throw new ServiceError('request_timeout', 'Making the backup took too long and was stopped. Try again');
  return unwrapAnswer(answer);
}

/** Returns the key with which members currently encrypt. */
async function currentEpoch({ library, replica }: MakeBackupOptions): Promise<Epoch> {
  const { state } = await loadGroup(replica, new LibrarySyncStore(library));
  const epoch = replica.keys.epochs().find(({ id }) => id === state.currentEpoch.id);
  if (epoch === undefined)
    throw new ServiceError('conflict', 'This device has not received the group key yet. Run `notes sync run`');
  return epoch;
}
