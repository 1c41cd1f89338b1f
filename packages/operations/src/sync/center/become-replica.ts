import type { Library } from '../../context.js';

/** What is said in one write. */
const SLICE = 200;

/**
 * Makes the library a replica, and has it say what it holds. What was begun and not finished is gone on with; changes
 * made meanwhile are said by themselves.
 */
export async function becomeReplica({ store }: Library, replicaId: string): Promise<void> {
  await store.write(({ sync }) => {
    if (sync.own() === undefined) sync.begin(replicaId);
  });
  let place = await store.write(({ sync }) => sync.saySome(SLICE));
  while (place !== null) {
    const from = place;
    place = await store.write(({ sync }) => sync.saySome(SLICE, from));
  }
}
