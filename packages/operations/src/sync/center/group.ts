import { type ControlLog, type ControlState, getControlState } from '@notes/sync-protocol/control';
import type { SyncStore } from '@notes/sync-protocol/run';
import { listEnrolledKeys, readControlLog } from '../peers/group.js';
import type { Replica } from './replica.js';

/** Members of the group as known here, including local decisions not yet published. */
export interface Group {
  readonly log: ControlLog;
  readonly state: ControlState;
}

/** Reads the control log as known here and derives the state of the group. */
export async function loadGroup({ crypto, keys }: Replica, store: SyncStore): Promise<Group> {
  const log = await readControlLog(crypto, keys, store);
  return { log, state: getControlState(log) };
}

/** Updates the keys whose signatures the peer endpoint accepts. */
export function enrol({ store }: Replica, { state }: Group): void {
  store.peers.set(listEnrolledKeys(state));
}
