import type { Library } from '../../platform/context.js';

/** Number of operations recorded in one write. */
const SLICE = 200;

/**
 * Makes the library a replica and records operations for its contents. An unfinished initialisation is resumed;
 * concurrent changes are recorded by themselves.
 */
export async function becomeReplica({ store }: Library, replicaId: string): Promise<void> {
  await store.write(({ sync }) => {
    if (sync.own() === undefined) sync.becomeReplica(replicaId);
  });
  let place = await store.write(({ sync }) => sync.captureExisting(SLICE));
  while (place !== null) {
    const from = place;
    place = await store.write(({ sync }) => sync.captureExisting(SLICE, from));
  }
}
