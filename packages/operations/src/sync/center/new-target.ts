import type { RunReport, SyncStore } from '@notes/sync-protocol/run';

/** States of a target that lacks what others have published elsewhere. */
const NEW = 1;
const COMPLETE = 2;

/**
 * Returns true until a checkpoint of this replica is at a target where it has not synced before although it has
 * operations of other replicas, as after a change of the sync folder. What the target lacks of the others they put
 * themselves, unless they were lost or removed.
 */
export async function needsCheckpoint(store: SyncStore, carrierId: string, replicaId: string): Promise<boolean> {
  const seen = await store.readSeen(carrierId);
  const hasOthers = Object.keys(await store.versions()).some((replica) => replica !== replicaId);
  if (seen.size === 0 && hasOthers) {
    await store.recordSeen(carrierId, getPlace(replicaId), NEW);
    return true;
  }
  return seen.get(getPlace(replicaId)) === NEW;
}

/** Records that the target needs no checkpoint any more, unless this replica could write none yet. */
export async function recordCheckpoint(
  store: SyncStore,
  { carrierId, published, alerts }: RunReport,
  replicaId: string,
): Promise<void> {
  const isHeldBack = alerts.some(({ code, replica }) => code === 'waiting' && replica === replicaId);
  if (published && !isHeldBack) await store.recordSeen(carrierId, getPlace(replicaId), COMPLETE);
}

const getPlace = (replicaId: string) => `${replicaId}/new-target`;
