import { type AuthorState, enrolment, writeControl } from '@notes/sync-protocol';
import type { Library } from '../../context.js';
import { newId } from '../../ids.js';
import { keysOf, LibrarySyncKeys, newSeeds } from '../keys/replica-keys.js';
import type { LibrarySyncStore } from '../library-store.js';
import { groupOf } from './group.js';
import type { Replica } from './replica.js';

/**
 * Has a library go on that is not what was published under the id it has, or writes the log of another: as who it was let
 * in as, or else as a new member which who it was lets in. Nothing is put in the place of who it was, which stays a member
 * until somebody retires it: another machine may go on with that id. Null where who it was is no member any more.
 *
 * @param shared Up to where the log of the library is everybody's; what comes after is said anew.
 */
export async function goOnAsAnother(
  library: Library,
  replica: Replica,
  store: LibrarySyncStore,
  shared: AuthorState,
  now: () => number,
): Promise<Replica | null> {
  // Who it is comes first: the library follows, now or in the next run.
  const keys = replica.keys.isFresh ? replica.keys : await succeed(replica, store, now());
  if (keys === null) return null;
  await library.store.write(({ sync, meta }) => {
    const former = sync.own()?.id;
    // Some of what it has decided may be on no carrier, and nothing is put in its name any more.
    for (const { namespace, payload } of sync.exchange.control())
      if (namespace === former) sync.exchange.addControl(payload);
    if (keys.introduction !== null) sync.exchange.addControl(keys.introduction);
    sync.renew(keys.replicaId, shared);
    meta.set('replica_id', keys.replicaId);
  });
  return { ...replica, keys };
}

async function succeed(replica: Replica, store: LibrarySyncStore, now: number): Promise<LibrarySyncKeys | null> {
  const { crypto, keys } = replica;
  const { databaseId, genesis, signer, former } = keys;
  const { log, state } = await groupOf(replica, store);
  const member = state.members.get(keys.replicaId);
  if (member?.status !== 'active') return null;
  const [replicaId, seeds] = [newId('replica'), newSeeds(crypto)];
  const { bytes: introduction } = writeControl(crypto, log, { replicaId: keys.replicaId, signer }, now, {
    kind: 'member.add',
    ...enrolment(crypto, replicaId, keysOf(crypto, seeds)),
    name: member.name,
    invitation_id: null,
    epochs: keys.epochs().map(({ id }) => id),
  });
  const next = { databaseId, replicaId, genesis, seeds, former: [...former, keys.replicaId], introduction };
  return LibrarySyncKeys.create(replica, next);
}
