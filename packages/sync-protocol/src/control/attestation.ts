import type { ControlState } from './state.js';

/**
 * Part of an acknowledgement about removed replicas: the operations of each that were applied before the removal was
 * known.
 */
export interface Attestation {
  /** Replica that acknowledges. */
  readonly replicaId: string;
  /** Number of the last operation applied, by replica. */
  readonly attested: Readonly<Record<string, number>>;
}

/**
 * Returns the number of the last operation that counts among those a replica signed with a removed key: the highest
 * number that any member states to have applied before it knew of the removal. The number only grows, so applied
 * operations are never undone, and all replicas agree once all acknowledgements have arrived. Revoked replicas have no
 * vote.
 */
export function getAttestedSeq(state: ControlState, attestations: Iterable<Attestation>, replicaId: string): number {
  let seq = 0;
  for (const { replicaId: witness, attested } of attestations) {
    const status = state.members.get(witness)?.status;
    if (status === 'active' || status === 'retired') seq = Math.max(seq, attested[replicaId] ?? 0);
  }
  return seq;
}

/**
 * Decision about a segment. `waits`: its key is not known yet. `quarantine`: its key is removed or of another replica,
 * and no member attests the segment.
 */
export type SegmentDecision = 'apply' | 'quarantine' | 'waits';

/**
 * Decides whether to apply a segment found in the namespace of a replica.
 *
 * @param lastSeq number of the last operation in the segment
 */
export function decideSegment(
  state: ControlState,
  attestations: Iterable<Attestation>,
  { namespace, keyId, lastSeq }: { readonly namespace: string; readonly keyId: string; readonly lastSeq: number },
): SegmentDecision {
  const key = state.keys.get(keyId);
  if (key === undefined) return 'waits';
  if (key.replicaId !== namespace) return 'quarantine';
  return key.active || lastSeq <= getAttestedSeq(state, attestations, namespace) ? 'apply' : 'quarantine';
}
