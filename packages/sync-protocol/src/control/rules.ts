import type { Crypto } from '../crypto.js';
import type { BodyOf, ControlBody, ControlKind } from './bodies.js';
import { RECOVERY } from './fields.js';
import type { Introduction } from './introductions.js';
import { verifyKeyProof } from './operation.js';

/** View of an operation's past, including operations that do not count. */
export interface PastView {
  /** Returns true when the past introduced this key for this replica. */
  hasKey(keyId: string, replicaId: string): boolean;
  hasReplica(replicaId: string): boolean;
  /** Highest epoch number in the past. */
  readonly epochNumber: number;
}

type Rules = { [K in ControlKind]: (body: BodyOf<K>, known: PastView) => boolean };

const always = () => true;

/** Rules for each kind of operation beyond its schema. They depend only on an operation and its past. */
const rules: Rules = {
  genesis: ({ author_replica_id, member }) => author_replica_id === member.replica_id,
  'member.add': ({ replica_id }, known) => !known.hasReplica(replica_id),
  'member.key_add': ({ author_replica_id, replica_id }) => author_replica_id === replica_id,
  'member.revoke_key': ({ revoked_key_id, replica_id }, known) => known.hasKey(revoked_key_id, replica_id),
  'member.retire': ({ replica_id }, known) => known.hasReplica(replica_id),
  // Epoch numbers have no gaps, so nobody can exhaust them.
  'epoch.mint': ({ number }, known) => number === known.epochNumber + 1,
  'epoch.share': always,
  'snapshot.permit': ({ replica_id }, known) => known.hasReplica(replica_id),
  'policy.set': always,
  'recovery.replace': ({ author_replica_id }) => author_replica_id !== RECOVERY,
};

/** Returns true when an operation satisfies the rule of its kind and each key it introduces has a valid proof. */
export function isAllowed(
  crypto: Crypto,
  body: ControlBody,
  introduces: readonly Introduction[],
  known: PastView,
): boolean {
  const rule = rules[body.kind] as (body: ControlBody, known: PastView) => boolean;
  return (
    rule(body, known) &&
    introduces.every(({ replicaId, keys, proof }) => proof === null || verifyKeyProof(crypto, replicaId, keys, proof))
  );
}
