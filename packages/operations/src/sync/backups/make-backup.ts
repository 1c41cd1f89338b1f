import { ServiceError } from '@notes/contract';
import type { Epoch } from '@notes/sync-protocol';
import type { Library } from '../../platform/context.js';
import { backingUp } from '../../platform/workers.js';
import { groupOf } from '../center/group.js';
import type { Replica } from '../center/replica.js';
import { LibrarySyncStore } from '../library-store.js';
import type { Made, MakeTask } from './make-task.js';
import type { BackupRecord, SealedRecord } from './record.js';
import type { BackupShelf } from './shelf.js';
import { type Answer, doneOf } from './task-answer.js';

const TASK = new URL('../../../dist/sync/backups/make-task.js', import.meta.url);
const DEADLINE_MS = 2 * 3_600_000;

export interface Making {
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
  making: Making,
  record: BackupRecord,
  lifetimeMs: number | null,
): Promise<SealedRecord> {
  const { library, shelf, now, signal } = making;
  const { backup_id: id } = record;
  const isKnown = shelf.find(id) !== undefined;
  const lock = shelf.beginMaking();
  try {
    shelf.keep(record);
    const epoch = await currentEpoch(making);
    // A library restored from the backup may have no log from which to complete its state.
    await new LibrarySyncStore(library).settleLeft();
    await library.store.write(({ sync }) => sync.exchange.offer());
    const made = await makeThere({ ...taskOf(making, record), epoch: { id: epoch.id, key: epoch.key } }, signal);
    shelf.complete(id);
    const at = now();
    const expires_at = lifetimeMs === null ? null : at + lifetimeMs;
    const finished = { ...record, sealed: sealedAs(made, epoch.id, { created_at: at, expires_at }) };
    shelf.keep(finished);
    return finished;
  } catch (error) {
    if (isKnown) shelf.empty(id);
    else shelf.remove(id);
    throw error;
  } finally {
    lock.release();
  }
}

function taskOf({ replica, shelf }: Making, record: BackupRecord): Omit<MakeTask, 'epoch'> {
  const { backup_id, database_id, requester_replica_id } = record;
  return {
    dataDir: replica.dataDir,
    folder: shelf.folderOf(backup_id),
    into: shelf.partOf(backup_id),
    context: { backupId: backup_id, databaseId: database_id, requester: requester_replica_id },
  };
}

const sealedAs = (
  { sizeBytes, sha256, frameBytes, frames, vector }: Made,
  epoch_id: string,
  times: Pick<SealedRecord['sealed'], 'created_at' | 'expires_at'>,
): SealedRecord['sealed'] => ({
  size_bytes: sizeBytes,
  sha256,
  frame_bytes: frameBytes,
  frames,
  epoch_id,
  vv: { ...vector },
  ...times,
});

async function makeThere(task: MakeTask, signal: AbortSignal | undefined): Promise<Made> {
  const run = { module: TASK, task, deadlineMs: DEADLINE_MS, signal };
  const answer = await backingUp.run<Answer<Made>, null>(run, null);
  signal?.throwIfAborted();
  if (answer === null)
    throw new ServiceError('request_timeout', 'Making the backup took too long and was stopped. Try again');
  return doneOf(answer);
}

/** Returns the key with which members currently encrypt. */
async function currentEpoch({ library, replica }: Making): Promise<Epoch> {
  const { state } = await groupOf(replica, new LibrarySyncStore(library));
  const epoch = replica.keys.epochs().find(({ id }) => id === state.currentEpoch.id);
  if (epoch === undefined)
    throw new ServiceError('conflict', 'This device has not received the group key yet. Run `notes sync run`');
  return epoch;
}
