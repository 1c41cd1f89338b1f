import { type Attestation, decideSegment } from '../control/attestation.js';
import type { ControlState } from '../control/state.js';
import type { RunContext } from './context.js';
import type { Ack } from './retention/ack.js';

/** A segment and the key that signed it. */
export interface SignedSegment {
  readonly index: number;
  /** SHA-256 of its artifact in hexadecimal. */
  readonly sha256: string;
  readonly keyId: string;
  /** Sequence number of its last operation. */
  readonly lastSeq: number;
}

/**
 * Returns true when a segment counts. A segment of a removed replica counts up to the final segment named at its
 * retirement, or when a member had applied it before the removal.
 */
export function isSegmentCounted(
  { members: { state } }: RunContext,
  namespace: string,
  segment: SignedSegment,
  acks: readonly Ack[],
): boolean {
  const { keyId, lastSeq } = segment;
  return (
    isWithinFinal(state, namespace, segment) ||
    decideSegment(state, getAttestations(acks), { namespace, keyId, lastSeq }) === 'apply'
  );
}

/** Returns true when a segment is at or before the final one named when its replica was retired. */
export function isWithinFinal(
  { members }: ControlState,
  namespace: string,
  { index, sha256 }: Pick<SignedSegment, 'index' | 'sha256'>,
): boolean {
  const final = members.get(namespace)?.retirement?.final;
  return final != null && (index < final.index || (index === final.index && sha256 === final.sha256));
}

/** Returns the attestations that acknowledgements contain. */
export const getAttestations = (acks: readonly Ack[]): Attestation[] =>
  acks.map(({ replica, attested }) => ({ replicaId: replica, attested }));
