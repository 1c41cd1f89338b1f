import { type Attestation, keyStanding } from '../control/attested.js';
import type { ControlState } from '../control/state.js';
import type { Ack } from '../retention/ack.js';
import type { RunContext } from './context.js';

/** A segment, by whoever signed it. */
export interface SignedSegment {
  readonly index: number;
  /** Of its artifact, in hexadecimal. */
  readonly sha256: string;
  readonly keyId: string;
  /** Of its last operation. */
  readonly lastSeq: number;
}

/** Whether a segment counts: what a removed replica wrote does as far as it was named, or a member had applied it before. */
export function counts(
  { members: { state } }: RunContext,
  namespace: string,
  segment: SignedSegment,
  acks: readonly Ack[],
): boolean {
  const { keyId, lastSeq } = segment;
  return (
    isWithinFinal(state, namespace, segment) ||
    keyStanding(state, attestationsOf(acks), { namespace, keyId, lastSeq }) === 'apply'
  );
}

/** Whether a segment is, or comes before, the one that was named when its replica was retired. */
export function isWithinFinal(
  { members }: ControlState,
  namespace: string,
  { index, sha256 }: Pick<SignedSegment, 'index' | 'sha256'>,
): boolean {
  const final = members.get(namespace)?.retirement?.final;
  return final != null && (index < final.index || (index === final.index && sha256 === final.sha256));
}

export const attestationsOf = (acks: readonly Ack[]): Attestation[] =>
  acks.map(({ replica, attested }) => ({ replicaId: replica, attested }));
