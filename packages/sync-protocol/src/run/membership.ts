import type { ControlLog } from '../control/log.js';
import type { ControlState, Member } from '../control/state.js';
import type { Epoch } from '../keys/epoch.js';

/** Who is in the group, as far as is known here, and what this replica seals with. */
export interface Membership {
  readonly log: ControlLog;
  readonly state: ControlState;
  /**
   * Replicas that somebody let in, ascending; also those whose addition does not count, since a member may have applied
   * what they wrote.
   */
  readonly replicas: readonly string[];
  /** The current epoch; null where this replica does not have its key. */
  readonly current: Epoch | null;
  /** `none` for one that never was a member, as far as what counts goes. */
  statusOf(replica: string): Member['status'] | 'none';
  /** The Ed25519 key of a replica by its id, dead ones too; null for a key that is not its. */
  signKey(replica: string, keyId: string): Uint8Array | null;
}
