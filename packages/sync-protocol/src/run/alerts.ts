import type { ArtifactClass } from '../artifact-class.js';

/**
 * Codes of the conditions a run reports.
 *
 * - `replica_rolled_back`: this library is behind what it has published, or another one publishes under its id; it
 *   publishes nothing until it has a new id
 * - `carrier_rolled_back`: the carrier holds less of a namespace than it did
 * - `carrier_damaged`: the carrier returns bytes that differ from those published; this replica has put its own copies
 *   again
 * - `gap`: an artifact is missing between others; the artifacts after it wait
 * - `checkpoint_unwitnessed`: the missing operations are in a checkpoint, `checkpoint`, that only its author has
 *   verified; a person has to accept it
 * - `waiting`: a segment depends on operations that have not been found yet; or this replica holds its operations back
 *   until it has others
 * - `quarantined`: an artifact exceeds a limit or cannot be opened; its namespace waits
 * - `needs_upgrade`: a namespace is written by a newer version and waits; or the group uses a merge version that this
 *   replica does not support, and all namespaces wait
 * - `fork`: one namespace has two diverging logs; it is frozen
 * - `unknown_replica`: a namespace belongs to no member
 * - `divergence`: a replica with the same operations has another view
 * - `not_enrolled`: a service does not know this replica as a member; it may have been removed without learning of it
 * - `resource_mismatch`: content in blobs does not match its digest
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
/** Code of an alert, one of {@link ALERT_CODES}. */
export type AlertCode = (typeof ALERT_CODES)[number];

/** A condition that needs a person, found during a run. */
export interface Alert {
  readonly code: AlertCode;
  /** Namespace the alert is about. */
  readonly replica: string;
  /** Artifact the alert is about, if it is about one. */
  readonly at?: { readonly artifactClass: ArtifactClass; readonly index: number; readonly problem: string };
  /** Digest to accept an unverified checkpoint by: that of the artifact with its head, 32 hexadecimal digits. */
  readonly checkpoint?: string;
}
