import { resolve } from 'node:path';
import { ServiceError } from '@notes/contract';
import { CarrierError, type CarrierIdentity } from '@notes/sync-protocol/carrier';
import type { PairingBoxes } from '@notes/sync-protocol/control';
import { createDirectoryCarrier, inspectDirectory, repairDirectoryCarrier } from '@notes/sync-protocol/node';
import type { Library } from '../../platform/context.js';
import { type Replica, withReplica } from './replica.js';
import { asServiceError, openFolderTarget, readTargetSettings, type SyncTarget } from './sync-target.js';

/**
 * Opens the sync folder of a replica. An empty folder is initialised as a carrier, unless the library has exchanged at
 * this path before: then a disk may not be mounted, and only a person may decide to start again there.
 *
 * @throws CarrierError `unreachable` for an empty folder that was a carrier before; as `inspectDirectory`
 */
export async function openSyncFolder(
  root: string,
  replica: Replica,
): Promise<SyncTarget & { readonly pairing: PairingBoxes }> {
  const { keys, store } = replica;
  const carrierId = store.carrierFolders.carrierAt(resolve(root));
  if (carrierId !== undefined)
    await repairDirectoryCarrier(root, { carrierId, databaseId: keys.databaseId }, keys.replicaId);
  const found = await inspectSyncFolder(root, replica);
  rememberCarrier(root, replica, found.state === 'empty' ? await makeCarrier(root, replica) : found.identity);
  return await openFolderTarget(root, keys);
}

/**
 * Initialises the empty folder of the settings as a carrier, whatever was there before.
 *
 * @throws ServiceError `validation_failed` where the settings name no folder; `conflict` for a folder that is not empty
 */
export function reinitialiseFolder(library: Library): Promise<void> {
  const chosen = readTargetSettings(library.config);
  if (chosen.target !== 'directory')
    throw new ServiceError('validation_failed', 'new_carrier: only allowed with sync.target directory');
  return withReplica(library, async (replica) => {
    try {
      rememberCarrier(chosen.path, replica, await makeCarrier(chosen.path, replica));
    } catch (error) {
      throw asServiceError(error);
    }
  });
}

const makeCarrier = (root: string, { keys }: Replica) => createDirectoryCarrier(root, keys.databaseId);

/** Records a carrier at a path. A carrier of another library is not recorded; the exchange refuses it. */
export function rememberCarrier(
  root: string,
  { keys, store }: Pick<Replica, 'keys' | 'store'>,
  { carrierId, databaseId }: CarrierIdentity,
): void {
  if (databaseId === keys.databaseId) store.carrierFolders.keep(resolve(root), carrierId);
}

/**
 * Inspects the sync folder of a replica, see `inspectDirectory`.
 *
 * @throws CarrierError as `inspectDirectory`; `unreachable` also for an empty folder that was a carrier before
 */
export async function inspectSyncFolder(
  root: string,
  { store }: Pick<Replica, 'store'>,
): ReturnType<typeof inspectDirectory> {
  const wasCarrier = store.carrierFolders.carrierAt(resolve(root)) !== undefined;
  const found = await inspectDirectory(root, undefined, wasCarrier);
  if (found.state === 'empty' && wasCarrier)
    throw new CarrierError(
      'unreachable',
      'The folder is empty, but this library synced there before. Check that its disk is mounted. To start over in the empty folder, run `notes sync run --new-carrier`',
    );
  return found;
}
