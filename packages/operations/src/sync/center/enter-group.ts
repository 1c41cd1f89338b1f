import { ServiceError } from '@notes/contract';
import { LibrarySyncStore } from '@notes/storage/sync';
import type { Epoch, VersionVector } from '@notes/sync-protocol';
import type { ControlOperation } from '@notes/sync-protocol/control';
import type { Library } from '../../platform/context.js';
import { LibrarySyncKeys, type NewReplica, type ReplicaStorage } from '../keys/replica-keys.js';
import { becomeReplica } from './become-replica.js';
import { enrol, loadGroup } from './group.js';
import { isNotEnrolled } from './not-enrolled.js';
import { wasMember } from './replica.js';
import { withSyncLock } from './with-sync-lock.js';

/** Namespace of control log operations that were received directly rather than from a carrier. */
const DIRECT_NAMESPACE = 'given';

/** Data that a device receives when it becomes a member. */
export interface Membership extends Omit<NewReplica, 'former'> {
  readonly epochs: readonly Epoch[];
  readonly members: readonly ControlOperation[];
  /** Operations that the device must have before it publishes any. */
  readonly awaited?: VersionVector;
}

/**
 * @throws ServiceError `conflict` for a member. A replica that was removed or lost its identity may join again, as may
 * a replica that the sync target does not know: that replica cannot learn of its removal there.
 */
export async function refuseMembers(library: Library, place: ReplicaStorage): Promise<void> {
  const keys = LibrarySyncKeys.open(place);
  if (keys === null) return;
  const { state } = await loadGroup({ ...place, keys }, new LibrarySyncStore(library));
  const status = state.members.get(keys.replicaId)?.status;
  const isOut = status === 'revoked' || status === 'retired';
  if (!isOut && !library.store.read((reader) => isNotEnrolled(reader, keys.replicaId)))
    throw new ServiceError('conflict', 'This library is already in a sync group');
}

/**
 * Makes a library a replica of a group. A former replica of the same group takes its new identity at the next exchange:
 * only then can it learn which of its operations the other members have.
 *
 * @throws ServiceError `conflict` for a library of another group, and as {@link refuseMembers}; StorageError `locked`
 *   while an exchange is running
 */
export function enterGroup(library: Library, place: ReplicaStorage, entrance: Membership): Promise<LibrarySyncKeys> {
  return withSyncLock(library, async () => {
    // Another call may have made the library a member since the first check.
    await refuseMembers(library, place);
    return await becomeMember(library, place, entrance);
  });
}

async function becomeMember(library: Library, place: ReplicaStorage, entrance: Membership): Promise<LibrarySyncKeys> {
  const { databaseId, replicaId, genesis, epochs, members, seeds, introduction, awaited = {} } = entrance;
  const before = library.store.read(({ sync, meta }) => ({ own: sync.own()?.id, databaseId: meta.get('database_id') }));
  const isNew = !wasMember(library);
  if (!isNew && before.databaseId !== databaseId)
    throw new ServiceError('conflict', 'This library belongs to another sync group. Join with an empty library');
  for (const epoch of epochs) place.store.epochs.keep(epoch);
  await library.store.write(({ meta, sync }) => {
    for (const [at, { bytes }] of members.entries())
      sync.exchange.keepControl({
        namespace: `${DIRECT_NAMESPACE}/${replicaId}`,
        index: at + 1,
        sha256: '',
        payload: bytes,
      });
    if (isNew) sync.exchange.removeWait();
    sync.exchange.addAwaited(awaited);
    if (!isNew) return;
    meta.set('database_id', databaseId);
    meta.set('replica_id', replicaId);
    // Replaces the remains of an unfinished attempt.
    sync.exchange.setPendingControl(introduction === undefined ? [] : [introduction]);
  });
  if (isNew) await becomeReplica(library, replicaId);
  const known = LibrarySyncKeys.open(place);
  const former = new Set(known?.databaseId === databaseId ? known.former : []);
  if (before.own !== undefined && before.own !== replicaId) former.add(before.own);
  const keys = LibrarySyncKeys.create(place, {
    ...{ databaseId, replicaId, genesis, seeds, former: [...former] },
    ...(introduction && { introduction }),
  });
  const replica = { ...place, keys };
  enrol(replica, await loadGroup(replica, new LibrarySyncStore(library)));
  return keys;
}
