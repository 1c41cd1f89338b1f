import { type ControlLog, type ControlState, controlState, type SyncStore } from '@notes/sync-protocol';
import { enrolledKeys, readGroup } from '../peers/group.js';
import type { Replica } from './replica.js';

/** Who is in the group, as far as is known here, with what was decided here and is not published. */
export interface Group {
  readonly log: ControlLog;
  readonly state: ControlState;
}

export async function groupOf({ crypto, keys }: Replica, store: SyncStore): Promise<Group> {
  const log = await readGroup(crypto, keys, store);
  return { log, state: controlState(log) };
}

/** Lets the door of peers know whose signatures count. */
export function enrol({ store }: Replica, { state }: Group): void {
  store.peers.set(enrolledKeys(state));
}
