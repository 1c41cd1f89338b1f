import type { ControlLog } from '../control/log.js';
import type { ControlState, Member } from '../control/state.js';
import type { Epoch } from '../keys/epoch.js';

/** Known members of the group, and the epoch this replica encrypts with. */
export interface Membership {
  readonly log: ControlLog;
  readonly state: ControlState;
  /**
   * Replicas that were ever added, ascending. It includes those whose addition does not count, since a member may have
   * applied their operations.
   */
  readonly replicas: readonly string[];
  /** Current epoch; null when this replica does not have its key. */
  readonly current: Epoch | null;
  /** Returns the status of a replica; `none` when it never was a valid member. */
  getStatus(replica: string): Member['status'] | 'none';
  /** Returns the Ed25519 key of a replica by key id, ended keys included; null when the key is not of this replica. */
  getSignKey(replica: string, keyId: string): Uint8Array | null;
}
