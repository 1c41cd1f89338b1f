import type { Crypto } from '../crypto.js';
import type { BodyOf, ControlBody, ControlKind } from './bodies.js';
import { RECOVERY } from './fields.js';
import type { Introduction } from './introductions.js';
import { verifyKeyProof } from './operation.js';

/** What an operation knows of: all that is in its past, whether or not it counts. */
export interface Known {
  /** Whether a key of this replica was introduced. */
  key(keyId: string, replicaId: string): boolean;
  replica(replicaId: string): boolean;
  /** The highest number of an epoch. */
  readonly epochNumber: number;
}

type Rules = { [K in ControlKind]: (body: BodyOf<K>, known: Known) => boolean };

const always = () => true;

/** What has to hold of each kind beside its shape. It follows from an operation and its past alone. */
const rules: Rules = {
  genesis: ({ author_replica_id, member }) => author_replica_id === member.replica_id,
  'member.add': ({ replica_id }, known) => !known.replica(replica_id),
  'member.key_add': ({ author_replica_id, replica_id }) => author_replica_id === replica_id,
  'member.revoke_key': ({ revoked_key_id, replica_id }, known) => known.key(revoked_key_id, replica_id),
  'member.retire': ({ replica_id }, known) => known.replica(replica_id),
  // Numbers have no gaps, so nobody can use them up.
  'epoch.mint': ({ number }, known) => number === known.epochNumber + 1,
  'epoch.share': always,
  'snapshot.permit': ({ replica_id }, known) => known.replica(replica_id),
  'policy.set': always,
  'recovery.replace': ({ author_replica_id }) => author_replica_id !== RECOVERY,
};

/** Whether an operation is one its author could make, and each key it brings shows whose it is. */
export function isAllowed(
  crypto: Crypto,
  body: ControlBody,
  introduces: readonly Introduction[],
  known: Known,
): boolean {
  const rule = rules[body.kind] as (body: ControlBody, known: Known) => boolean;
  return (
    rule(body, known) &&
    introduces.every(({ replicaId, keys, proof }) => proof === null || verifyKeyProof(crypto, replicaId, keys, proof))
  );
}
