import type { RemoteNote } from '../drafts/remote.js';
import { openTable } from '../drafts/table.js';
import { settings } from '../kernel/settings.js';

/** A note as last received from the service. */
export interface NoteCopy {
  /** Id of the note. */
  readonly key: string;
  readonly note: RemoteNote;
  /** Milliseconds since the Unix epoch. */
  readonly storedAt: number;
}

export const MAX_COPIES = 50;
/** Maximum size of all copies together, in UTF-16 units. */
const MAX_LENGTH = 2_500_000;

const copies = openTable<NoteCopy>('copies');

/**
 * Stores a copy of a note that was opened or saved, and removes the oldest copies beyond the bounds. A note in Trash has
 * no copy. A browser that blocks IndexedDB has none at all.
 */
export async function storeCopy(note: RemoteNote): Promise<void> {
  if (note.deletedAt !== undefined || !settings.peek().offline) {
    await removeCopies([note.id]);
    return;
  }
  await attempt(async () => {
    await copies.put({ key: note.id, note, storedAt: Date.now() });
    await prune();
  });
}

/** Returns the copy of a note; undefined when there is none. */
export const readCopy = (id: string): Promise<NoteCopy | undefined> => attempt(() => copies.get(id));

/** Returns all copies, the newest first. */
export async function listCopies(): Promise<readonly NoteCopy[]> {
  const all = (await attempt(() => copies.list())) ?? [];
  return all.sort((one, other) => other.storedAt - one.storedAt);
}

export async function removeCopies(ids: readonly string[]): Promise<void> {
  await attempt(() => Promise.all(ids.map((id) => copies.remove(id))));
}

/** Removes all copies. */
export const removeAllCopies = async (): Promise<void> => removeCopies((await listCopies()).map(({ key }) => key));

async function prune(): Promise<void> {
  let length = 0;
  const removed: string[] = [];
  for (const [index, { key, note }] of (await listCopies()).entries()) {
    length += note.title.length + note.body.length;
    if (index >= MAX_COPIES || length > MAX_LENGTH) removed.push(key);
  }
  await removeCopies(removed);
}

const attempt = <T>(run: () => Promise<T>): Promise<T | undefined> => run().catch(() => undefined);
