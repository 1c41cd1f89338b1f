import { keyStanding } from '../control/attested.js';
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
  { index, sha256, keyId, lastSeq }: SignedSegment,
  acks: readonly Ack[],
): boolean {
  const final = state.members.get(namespace)?.retirement?.final;
  if (final && (index < final.index || (index === final.index && sha256 === final.sha256))) return true;
  const attestations = acks.map(({ replica, attested }) => ({ replicaId: replica, attested }));
  return keyStanding(state, attestations, { namespace, keyId, lastSeq }) === 'apply';
}
