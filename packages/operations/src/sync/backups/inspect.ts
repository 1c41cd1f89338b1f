import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Input, type Output, ServiceError } from '@notes/contract';
import type { EpochKey } from '@notes/storage';
import type { Context } from '../../platform/context.js';
import { backupWorker } from '../../platform/workers.js';
import { withReplicaStorage } from '../center/replica.js';
import type { InspectionResult, InspectTask } from './inspect-task.js';
import { type EncryptedRecord, isEncrypted } from './record.js';
import type { BackupShelf } from './shelf.js';
import { type Answer, unwrapAnswer } from './task-answer.js';
import { openShelf, wireBackup } from './wire.js';

const TASK = new URL('../../../dist/sync/backups/inspect-task.js', import.meta.url);

export interface InspectionOptions extends Pick<InspectTask, 'image' | 'into'> {
  readonly shelf: BackupShelf;
  readonly epochs: readonly EpochKey[];
  readonly signal?: AbortSignal | undefined;
}

/** @throws ServiceError `request_timeout` when the caller has gone; StorageError */
export async function inspectInWorker(record: EncryptedRecord, reading: InspectionOptions): Promise<InspectionResult> {
  const { shelf, epochs, image, into, signal } = reading;
  const { backup_id, database_id, requester_replica_id, sealed } = record;
  const task: InspectTask = {
    path: shelf.encryptedPathFor(backup_id),
    sizeBytes: sealed.size_bytes,
    sha256: sealed.sha256,
    context: { databaseId: database_id, backupId: backup_id, requester: requester_replica_id },
    epochs: new Map(epochs.map(({ id, key }) => [id, key])),
    image,
    into,
  };
  const answer = await backupWorker.run<Answer<InspectionResult>, null>({ module: TASK, task, signal }, null);
  signal?.throwIfAborted();
  if (answer === null)
    throw new ServiceError('request_timeout', 'Reading the backup was stopped before its end. Try again');
  return unwrapAnswer(answer);
}

/** @throws ServiceError `not_found`; `conflict` for an incomplete backup */
export function getCompleteBackup(shelf: BackupShelf, id: string): EncryptedRecord {
  const record = shelf.getExisting(id);
  if (!isEncrypted(record) || !shelf.isComplete(id))
    throw new ServiceError(
      'conflict',
      `Backup ${id} is incomplete: it is still being created or fetched, or that work was interrupted`,
    );
  return record;
}

/** Returns true when a backup is usable. Bytes that its source did not have are not a defect of the backup. */
export const isSound = ({ problems }: InspectionResult): boolean =>
  problems.every(({ code }) => code === 'missing_bytes');

/** Reads a whole backup, and records that it was verified. */
export async function verifyBackup(
  { library, now, signal }: Pick<Context, 'library' | 'now' | 'signal'>,
  record: EncryptedRecord,
): Promise<InspectionResult> {
  const shelf = openShelf(library);
  const image = join(library.store.paths.tmp, `library-backup-${randomBytes(8).toString('hex')}.db`);
  try {
    const epochs = await withReplicaStorage(library, ({ store }) => store.epochs.all());
    const found = await inspectInWorker(record, { shelf, epochs, image, into: null, signal });
    const { damaged_at: _, ...before } = record;
    shelf.keep({ ...before, ...(isSound(found) ? { verified_at: now() } : { verified_at: null, damaged_at: now() }) });
    return found;
  } finally {
    rmSync(image, { force: true });
  }
}

/** Reports the contents and the problems of a backup. */
export async function inspectBackup(
  context: Context,
  { backup_id }: Input<'inspectBackup'>,
): Promise<Output<'inspectBackup'>> {
  const { library, now } = context;
  const shelf = openShelf(library);
  const found = await verifyBackup(context, getCompleteBackup(shelf, backup_id));
  const backup = wireBackup(library, shelf.getExisting(backup_id), now());
  return { backup, verified: isSound(found), ...found };
}
