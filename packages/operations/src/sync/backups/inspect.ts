import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Input, type Output, ServiceError } from '@notes/contract';
import type { EpochKey } from '@notes/storage';
import type { Context } from '../../platform/context.js';
import { backingUp } from '../../platform/workers.js';
import { atKeys } from '../center/replica.js';
import type { Inspected, InspectTask } from './inspect-task.js';
import { isSealed, type SealedRecord } from './record.js';
import type { BackupShelf } from './shelf.js';
import { type Answer, doneOf } from './task-answer.js';
import { shelfOf, wireBackup } from './wire.js';

const TASK = new URL('../../../dist/sync/backups/inspect-task.js', import.meta.url);

export interface Reading extends Pick<InspectTask, 'image' | 'into'> {
  readonly shelf: BackupShelf;
  readonly epochs: readonly EpochKey[];
  readonly signal?: AbortSignal | undefined;
}

/** @throws ServiceError `request_timeout` when the caller has gone; StorageError */
export async function inspectThere(record: SealedRecord, reading: Reading): Promise<Inspected> {
  const { shelf, epochs, image, into, signal } = reading;
  const { backup_id, database_id, requester_replica_id, sealed } = record;
  const task: InspectTask = {
    path: shelf.sealedOf(backup_id),
    sizeBytes: sealed.size_bytes,
    sha256: sealed.sha256,
    context: { databaseId: database_id, backupId: backup_id, requester: requester_replica_id },
    epochs: new Map(epochs.map(({ id, key }) => [id, key])),
    image,
    into,
  };
  const answer = await backingUp.run<Answer<Inspected>, null>({ module: TASK, task, signal }, null);
  signal?.throwIfAborted();
  if (answer === null)
    throw new ServiceError('request_timeout', 'Reading the backup was stopped before its end. Try again');
  return doneOf(answer);
}

/** @throws ServiceError `not_found`; `conflict` for an incomplete backup */
export function wholeBackup(shelf: BackupShelf, id: string): SealedRecord {
  const record = shelf.existing(id);
  if (!isSealed(record) || !shelf.isWhole(id))
    throw new ServiceError(
      'conflict',
      `Backup ${id} is incomplete: it is still being made or fetched, or that was interrupted`,
    );
  return record;
}

/** Returns true when a backup is usable. Bytes that its source did not have are not a defect of the backup. */
export const isSound = ({ problems }: Inspected): boolean => problems.every(({ code }) => code === 'missing_bytes');

/** Reads a whole backup, and records that it was verified. */
export async function verifyBackup(
  { library, now, signal }: Pick<Context, 'library' | 'now' | 'signal'>,
  record: SealedRecord,
): Promise<Inspected> {
  const shelf = shelfOf(library);
  const image = join(library.store.paths.tmp, `library-backup-${randomBytes(8).toString('hex')}.db`);
  try {
    const epochs = await atKeys(library, ({ store }) => store.epochs.all());
    const found = await inspectThere(record, { shelf, epochs, image, into: null, signal });
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
  const shelf = shelfOf(library);
  const found = await verifyBackup(context, wholeBackup(shelf, backup_id));
  const backup = wireBackup(library, shelf.existing(backup_id), now());
  return { backup, verified: isSound(found), ...found };
}
