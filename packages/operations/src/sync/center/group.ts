import { type ControlLog, type ControlState, getControlState } from '@notes/sync-protocol/control';
import type { SyncStore } from '@notes/sync-protocol/run';
import { SafeMessageError } from '../../platform/jobs/fault.js';
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

/** @throws ServiceError `conflict` for a device that was removed from its group: nothing of it is sent */
export function refuseRemoved({ keys: { replicaId } }: Replica, { state }: Group): void {
  const status = state.members.get(replicaId)?.status;
  if (status === 'revoked' || status === 'retired')
    throw new SafeMessageError(
      'conflict',
      `This device was ${status}, so nothing was sent. Notes written here are kept. They are sent when the device joins again with a pairing code of another device`,
    );
}
