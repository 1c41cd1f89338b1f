import { type Input, type Output, ServiceError } from '@notes/contract';
import { LibrarySyncStore } from '@notes/storage/sync';
import { deriveRecoveryKeys, getPublicKeys } from '@notes/sync-protocol';
import { CarrierError } from '@notes/sync-protocol/carrier';
import { formatRecoveryCode, foundGroup, RECOVERY_SECRET_LENGTH } from '@notes/sync-protocol/control';
import { MERGE_VERSION } from '@notes/sync-protocol/merge';
import { inspectDirectory } from '@notes/sync-protocol/node';
import type { Context, Library } from '../../platform/context.js';
import { deriveKeys, LibrarySyncKeys, newSeeds, type ReplicaStorage } from '../keys/replica-keys.js';
import { becomeReplica } from './become-replica.js';
import { enrol, loadGroup } from './group.js';
import { wasMember, withReplicaStorage } from './replica.js';
import { withSyncLock } from './with-sync-lock.js';

/**
 * Creates a group with this library as its first member. Of several calls at a time one creates the group, since its
 * recovery code is shown once.
 */
export function initializeSync(context: Context, input: Input<'initializeSync'>): Promise<Output<'initializeSync'>> {
  const { library } = context;
  return withReplicaStorage(library, async (place) => {
    refuseReplica(library, place);
    await refuseForeignFolder(library);
    return await withSyncLock(library, async () => {
      // Another call may have created a group since the first check.
      refuseReplica(library, place);
      return await createGroup(context, place, input);
    });
  });
}

/** @throws ServiceError `conflict` for a library that is in a group or has exchanged in one */
function refuseReplica(library: Library, place: ReplicaStorage): void {
  if (LibrarySyncKeys.open(place) !== null || wasMember(library))
    throw new ServiceError('conflict', 'This library is already in a sync group');
}

async function createGroup(
  { library, now }: Context,
  place: ReplicaStorage,
  { name }: Input<'initializeSync'>,
): Promise<Output<'initializeSync'>> {
  const { databaseId, replicaId } = library;
  const { crypto } = place;
  const seeds = newSeeds(crypto);
  const secret = crypto.random(RECOVERY_SECRET_LENGTH);
  const founded = foundGroup(crypto, {
    databaseId,
    replicaId,
    name,
    keys: deriveKeys(crypto, seeds),
    recovery: getPublicKeys(deriveRecoveryKeys(crypto, secret)),
    mergeVersion: MERGE_VERSION,
    now: now(),
  });
  place.store.epochs.keep(founded.epoch);
  await becomeReplica(library, replicaId);
  // Replaces the remains of an unfinished attempt.
  await library.store.write(({ sync }) => sync.exchange.setPendingControl([founded.operation.bytes]));
  // The keys are stored last: without them this library is no replica, and a new attempt repeats all steps.
  const keys = LibrarySyncKeys.create(place, { databaseId, replicaId, genesis: founded.operation.id, seeds });
  const replica = { ...place, keys };
  enrol(replica, await loadGroup(replica, new LibrarySyncStore(library)));
  return {
    database_id: databaseId,
    replica_id: replicaId,
    key_id: keys.keyId,
    epoch_id: founded.epoch.id,
    recovery_code: formatRecoveryCode(crypto, secret),
  };
}

/**
 * Refuses a group beside the one in the sync folder, which the two would never share. An unavailable folder does not
 * prevent the creation.
 *
 * @throws ServiceError `conflict` where the folder of the settings is a carrier of another library
 */
async function refuseForeignFolder({ config, databaseId }: Library): Promise<void> {
  const { 'sync.target': target, 'sync.directory.path': path } = config;
  if (target !== 'directory' || path === '') return;
  const found = await inspectDirectory(path).catch((error: unknown) => {
    if (error instanceof CarrierError) return null;
    throw error;
  });
  if (found?.state !== 'carrier' || found.identity.databaseId === databaseId) return;
  throw new ServiceError(
    'conflict',
    `The folder ${path} (sync.directory.path) belongs to the sync group of another library. Join that group with \`notes sync pair CODE NAME\`, or choose another folder`,
  );
}
