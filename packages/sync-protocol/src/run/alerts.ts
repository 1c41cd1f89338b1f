import type { ArtifactClass } from '../carrier/carrier.js';

/**
 * What a run found that somebody should know of.
 *
 * - `replica_rolled_back`: this library is behind what it has published, or another is published under its id; it
 *   publishes nothing until it has a new id
 * - `carrier_rolled_back`: the carrier holds less of a namespace than it did
 * - `carrier_damaged`: the carrier gives other bytes for something of a namespace than were put there; what this replica had
 *   of it was put again
 * - `gap`: an artifact is missing between others; what comes after it waits
 * - `checkpoint_unwitnessed`: what is missing is in a checkpoint, `checkpoint`, that its author alone vouches for: somebody has
 *   to say that it is to be taken
 * - `waiting`: a segment names operations that are nowhere to be found yet
 * - `quarantined`: an artifact breaks a bound or cannot be opened; its namespace waits
 * - `needs_upgrade`: a namespace is written by a newer version, which waits; or the group was agreed by it to merge by rules
 *   that are not known here, and all of them wait
 * - `fork`: two stories are told of one namespace; it is frozen
 * - `unknown_replica`: a namespace of somebody who is no member
 * - `divergence`: a replica with the same operations has another view
 * - `not_enrolled`: a service does not know this replica as a member; it may have been put out and not know of it
 * - `resource_mismatch`: content in blobs is not what its digest says
 */
export const ALERT_CODES = [
  'replica_rolled_back',
  'carrier_rolled_back',
  'carrier_damaged',
  'gap',
  'checkpoint_unwitnessed',
  'waiting',
  'quarantined',
  'needs_upgrade',
  'fork',
  'unknown_replica',
  'divergence',
  'not_enrolled',
  'resource_mismatch',
] as const;
export type AlertCode = (typeof ALERT_CODES)[number];

export interface Alert {
  readonly code: AlertCode;
  /** The namespace it is about. */
  readonly replica: string;
  /** Where in the namespace, when it is about one artifact. */
  readonly at?: { readonly artifactClass: ArtifactClass; readonly index: number; readonly problem: string };
  /** Of one that is to be taken by its digest: that of the artifact with its head, 32 hexadecimal digits. */
  readonly checkpoint?: string;
}
