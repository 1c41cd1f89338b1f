import type { LibrarySyncStore } from '@notes/storage/sync';
import type { AuthorState, VersionVector } from '@notes/sync-protocol';
import { buildEnrolment, writeControl } from '@notes/sync-protocol/control';
import type { Library } from '../../platform/context.js';
import { newId } from '../../platform/ids.js';
import { deriveKeys, LibrarySyncKeys, newSeeds } from '../keys/replica-keys.js';
import { loadGroup } from './group.js';
import type { Replica } from './replica.js';

/** Difference between a library and what was published under its id. */
export interface Divergence {
  /** Position up to which its log is shared; later operations are re-authored. */
  readonly shared: AuthorState;
  /** Operations that it must have before it publishes any. */
  readonly awaited: VersionVector;
}

/**
 * Gives a new identity to a library that differs from what was published under its id, or that writes the log of
 * another replica: a fresh identity it was already admitted with, or else a new member that its former identity admits.
 * The former id stays a member until somebody retires it: another machine may continue with it. Returns null when the
 * former identity is no active member.
 */
export async function continueAsNewReplica(
  library: Library,
  replica: Replica,
  store: LibrarySyncStore,
  { shared, awaited }: Divergence,
  now: () => number,
): Promise<Replica | null> {
  // The identity is stored first; the library follows, now or in the next run.
  const keys = replica.keys.isFresh ? replica.keys : await createSuccessor(replica, store, now());
  if (keys === null) return null;
  await library.store.write(({ sync, meta }) => {
    const former = sync.own()?.id;
    // Some decisions of the former id may be on no carrier, and nothing is published under that id any more.
    for (const { namespace, payload } of sync.exchange.control())
      if (namespace === former) sync.exchange.addControl(payload);
    if (keys.introduction !== null) sync.exchange.addControl(keys.introduction);
    sync.renew(keys.replicaId, shared);
    sync.exchange.addAwaited(awaited);
    meta.set('replica_id', keys.replicaId);
  });
  return { ...replica, keys };
}

async function createSuccessor(
  replica: Replica,
  store: LibrarySyncStore,
  now: number,
): Promise<LibrarySyncKeys | null> {
  const { crypto, keys } = replica;
  const { databaseId, genesis, signer, former } = keys;
  const { log, state } = await loadGroup(replica, store);
  const member = state.members.get(keys.replicaId);
  if (member?.status !== 'active') return null;
  const [replicaId, seeds] = [newId('replica'), newSeeds(crypto)];
  const { bytes: introduction } = writeControl(crypto, log, { replicaId: keys.replicaId, signer }, now, {
    kind: 'member.add',
    ...buildEnrolment(crypto, replicaId, deriveKeys(crypto, seeds)),
    name: member.name,
    invitation_id: null,
    epochs: keys.epochs().map(({ id }) => id),
  });
  const next = { databaseId, replicaId, genesis, seeds, former: [...former, keys.replicaId], introduction };
  return LibrarySyncKeys.create(replica, next);
}
