import { type Input, type Output, ServiceError } from '@notes/contract';
import type { Joining } from '@notes/storage';
import { askToJoin, type Grant, type PendingJoin, parsePairingCode, readAnswer } from '@notes/sync-protocol';
import type { Context, Library } from '../../context.js';
import { newId } from '../../ids.js';
import { keysOf, LibrarySyncKeys, newSeeds, type ReplicaPlace } from '../keys/replica-keys.js';
import { LibrarySyncStore } from '../library-store.js';
import { becomeReplica } from './become-replica.js';
import { enrol, groupOf } from './group.js';
import { asServiceError, meetingPlace } from './place.js';
import { atKeys } from './replica.js';

/** Where operations of the control log are kept that came with the answer, not from a carrier. */
const GIVEN = 'given';

/** Joins the group of a code; asked again, looks whether it was answered. */
export function pairDevice(context: Context, input: Input<'pairDevice'>): Promise<Output<'pairDevice'>> {
  const { library } = context;
  return atKeys(library, async (place) => {
    if (LibrarySyncKeys.open(place) !== null) throw new ServiceError('conflict', 'this library is in a group already');
    const secret = parsePairingCode(place.crypto, input.code);
    if (secret === null)
      throw new ServiceError('validation_failed', 'code: this is no pairing code; look at its letters again');
    refuseNotes(library, input.local_library);
    try {
      return await join(context, place, secret, input.name);
    } catch (error) {
      throw asServiceError(error);
    }
  });
}

function refuseNotes({ store }: Library, local: 'refuse' | 'merge'): void {
  if (local === 'merge') return;
  if (store.read(({ sync }) => sync.unsaid().documents) > 0)
    throw new ServiceError(
      'conflict',
      'this library has notes of its own; say local_library "merge" to take them along to the group',
    );
}

async function join(
  { library, now }: Context,
  place: ReplicaPlace,
  secret: Uint8Array,
  name: string,
): Promise<Output<'pairDevice'>> {
  const { crypto, store } = place;
  const { pairing } = await meetingPlace(library.config, { replicaId: library.replicaId, databaseId: null });
  const [joining, pending] = requestOf(place, secret, name, now());
  const answer = await pairing.get(pending.invitationId, 'resp');
  const keys = keysOf(crypto, { sign: joining.signSeed, box: joining.boxSeed });
  const grant = answer && readAnswer(crypto, secret, { keys }, pending, answer);
  if (!grant) {
    await pairing.put(pending.invitationId, 'req', pending.box);
    return { state: 'waiting', database_id: null, replica_id: null, key_id: null, inviter_replica_id: null };
  }
  const made = await enter(library, place, joining, grant);
  await pairing.remove(pending.invitationId);
  store.joining.forget();
  return {
    state: 'joined',
    database_id: grant.databaseId,
    replica_id: made.replicaId,
    key_id: made.keyId,
    inviter_replica_id: grant.inviterReplicaId,
  };
}

/** The request that was made with this code before, or a new one. */
function requestOf(place: ReplicaPlace, secret: Uint8Array, name: string, now: number): [Joining, PendingJoin] {
  const { crypto, store } = place;
  const seeds = newSeeds(crypto);
  const replicaId = newId('replica');
  const fresh = askToJoin(crypto, secret, { replicaId, name, keys: keysOf(crypto, seeds), now });
  const known = store.joining.find(fresh.invitationId);
  if (known !== undefined) return [known, { invitationId: known.invitationId, box: known.box }];
  const joining = { ...fresh, secret, replicaId, signSeed: seeds.sign, boxSeed: seeds.box };
  store.joining.keep(joining);
  return [joining, fresh];
}

async function enter(library: Library, place: ReplicaPlace, joining: Joining, grant: Grant): Promise<LibrarySyncKeys> {
  for (const epoch of grant.epochs) place.store.epochs.keep(epoch);
  const { databaseId, genesis } = grant;
  const { replicaId } = joining;
  await library.store.write(({ meta }) => {
    meta.set('database_id', databaseId);
    meta.set('replica_id', replicaId);
  });
  await becomeReplica(library, replicaId);
  const control = new LibrarySyncStore(library);
  for (const [at, { bytes }] of grant.members.entries())
    await control.keepControl({ namespace: GIVEN, index: at + 1, sha256: '', payload: bytes });
  const seeds = { sign: joining.signSeed, box: joining.boxSeed };
  const keys = LibrarySyncKeys.create(place, { databaseId, replicaId, genesis, seeds });
  const replica = { ...place, keys };
  enrol(replica, await groupOf(replica, control));
  return keys;
}
