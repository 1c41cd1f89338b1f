import { type Input, type Output, ServiceError } from '@notes/contract';
import { makeIndependent, SyncKeyStore } from '@notes/storage';
import { asRefusal } from '../../exchange/archive/refusal.js';
import { Destination } from '../../exchange/archive/restore/destination.js';
import { finishStaged } from '../../exchange/archive/restore/finish-staged.js';
import { Staging } from '../../exchange/archive/restore/staging.js';
import type { CallContext } from '../../platform/context.js';
import { initialise } from '../../platform/initialise.js';
import { refuseLibrary } from '../../platform/outside-folder.js';
import { getCompleteBackup, inspectInWorker, isSound } from './inspect.js';
import type { InspectionResult } from './inspect-task.js';
import type { EncryptedRecord } from './record.js';
import { BackupShelf } from './shelf.js';

/** Source of the backups. Its library need not exist any more, only its folders `backups` and `keys`. */
export interface RestoreContext extends Pick<CallContext, 'now' | 'signal'> {
  readonly dataDir: string;
}

/**
 * Restores a backup to a library in a staging folder, and moves the library to its target once everything is verified
 * and durable. An error or interruption before that leaves the target unchanged.
 *
 * @throws ServiceError `not_found`, `conflict` for a non-empty target or an incomplete backup
 */
export async function restoreBackup(
  context: RestoreContext,
  { backup_id, into_dir }: Input<'restoreBackup'>,
): Promise<Output<'restoreBackup'>> {
  const { dataDir } = context;
  const record = getCompleteBackup(new BackupShelf(dataDir), backup_id);
  refuseLibrary(into_dir, dataDir);
  let destination: Destination | undefined;
  try {
    destination = Destination.open(into_dir);
    if (destination.aside !== null)
      throw new ServiceError('conflict', `${destination.path} already holds a library. Choose another folder`);
    const found = await restoreAndPublish(context, record, destination);
    return { backup_id, data_dir: destination.path, restored: isSound(found), ...found };
  } catch (error) {
    throw asRefusal(error);
  } finally {
    destination?.close();
  }
}

async function restoreAndPublish(
  context: RestoreContext,
  record: EncryptedRecord,
  destination: Destination,
): Promise<InspectionResult> {
  const staging = Staging.open(destination.path, record.backup_id);
  try {
    const { paths } = staging;
    const { dataDir, signal } = context;
    const reading = { shelf: new BackupShelf(dataDir), epochs: readEpochs(dataDir), signal };
    const found = await inspectInWorker(record, { ...reading, image: paths.database, into: paths.dataDir });
    if (isSound(found)) {
      await giveNewIdentity(staging, record, context);
      staging.publish(destination.path);
    } else staging.remove();
    return found;
  } catch (error) {
    staging.remove();
    throw error;
  } finally {
    staging.close();
  }
}

function readEpochs(dataDir: string) {
  const keys = new SyncKeyStore(dataDir);
  try {
    return keys.epochs.all();
  } finally {
    keys.close();
  }
}

/** Gives the restored library a new identity: it may diverge from the original, so the two must not be confused. */
async function giveNewIdentity(
  staging: Staging,
  { database_id }: EncryptedRecord,
  { now }: RestoreContext,
): Promise<void> {
  makeIndependent(staging.paths);
  const made = { databaseId: database_id, now };
  const blobs = await finishStaged(staging, made, (store) =>
    store.write((unit) => initialise(unit, database_id, now())),
  );
  await blobs.sync();
}
