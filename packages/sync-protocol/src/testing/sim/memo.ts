import type { ParsedControl } from '../../control/operation.js';

/** What the replicas of a simulation need not work out each for itself, since it follows from content alone. */
export class Memo {
  /** Operations of the control log, by their SHA-256. */
  readonly parsed = new Map<string, ParsedControl>();
  /** What `viewDigest` makes of views, by the digest of all that is in them. */
  readonly viewDigests = new Map<string, string>();
  /** What small payloads inflate to, by the SHA-256 of what they were deflated to. */
  readonly inflated = new Map<string, Uint8Array | null>();
}
