import type { ControlState } from './state.js';

/** What an acknowledgement says of replicas that were removed: how much of each was applied before the removal was known. */
export interface Attestation {
  /** Who acknowledges. */
  readonly replicaId: string;
  /** By replica, the number of the last operation. */
  readonly attested: Readonly<Record<string, number>>;
}

/**
 * How much of the operations of a replica counts that is signed with a key that is dead: what any member says to have
 * applied before it knew of the removal. It only ever grows, since whoever applies more attests more; so what was applied
 * is never taken back, and all agree once all acknowledgements have arrived. Those who were revoked have no say.
 */
export function attestedSeq(state: ControlState, attestations: Iterable<Attestation>, replicaId: string): number {
  let seq = 0;
  for (const { replicaId: witness, attested } of attestations) {
    const status = state.members.get(witness)?.status;
    if (status === 'active' || status === 'retired') seq = Math.max(seq, attested[replicaId] ?? 0);
  }
  return seq;
}

/** `waits`: the key is not known yet. `quarantine`: it is dead, and nobody attests so much. */
export type KeyStanding = 'apply' | 'quarantine' | 'waits';

/**
 * Whether a segment counts that a key has signed in the namespace of a replica.
 *
 * @param lastSeq Of its last operation.
 */
export function keyStanding(
  state: ControlState,
  attestations: Iterable<Attestation>,
  { namespace, keyId, lastSeq }: { readonly namespace: string; readonly keyId: string; readonly lastSeq: number },
): KeyStanding {
  const key = state.keys.get(keyId);
  if (key === undefined) return 'waits';
  if (key.replicaId !== namespace) return 'quarantine';
  return key.active || lastSeq <= attestedSeq(state, attestations, namespace) ? 'apply' : 'quarantine';
}
