import type { ParsedControl } from '../../control/operation.js';

/** Cache shared by the replicas of a simulation, for results that depend on content alone. */
export class SimulationCache {
  /** Parsed control operations by SHA-256. */
  readonly parsed = new Map<string, ParsedControl>();
  /** Results of `viewDigest` by the digest of the view's content. */
  readonly viewDigests = new Map<string, string>();
  /** Inflated small payloads by the SHA-256 of their deflated form. */
  readonly inflated = new Map<string, Uint8Array | null>();
}
