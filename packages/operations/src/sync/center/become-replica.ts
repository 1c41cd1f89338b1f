import type { Library } from '../../platform/context.js';

/** Number of operations recorded in one write. */
const SLICE = 200;

/**
 * Milliseconds for which contents are not searched again for entities without operations. Writes record their own, so a
 * search finds something only after a fault.
 */
const MAX_CAPTURE_AGE_MS = 24 * 60 * 60_000;

/** Time at which all contents of the library had operations of this replica. */
interface Captured {
  readonly replica: string;
  readonly at: number;
}

/**
 * Makes the library a replica and records operations for its contents. An unfinished initialisation is resumed;
 * concurrent changes are recorded by themselves.
 */
export async function becomeReplica({ store }: Library, replicaId: string): Promise<void> {
  const earlier = store.read(({ meta }) => meta.getRecord<Captured>('sync_captured'));
  if (earlier !== undefined && isRecent(earlier, replicaId)) return;
  await store.write(({ sync }) => {
    if (sync.own() === undefined) sync.becomeReplica(replicaId);
  });
  let place = await store.write(({ sync }) => sync.captureExisting(SLICE));
  while (place !== null) {
    const from = place;
    place = await store.write(({ sync }) => sync.captureExisting(SLICE, from));
  }
  const captured: Captured = { replica: replicaId, at: Date.now() };
  await store.write(({ meta }) => meta.set('sync_captured', JSON.stringify(captured)));
}

function isRecent({ replica, at }: Captured, replicaId: string): boolean {
  const age = Date.now() - at;
  return replica === replicaId && age >= 0 && age < MAX_CAPTURE_AGE_MS;
}
