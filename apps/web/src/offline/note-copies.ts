import type { RemoteNote } from '../drafts/remote.js';
import { openTable } from '../drafts/table.js';
import { settings } from '../kernel/settings.js';
import { listExcess } from './copy-bounds.js';

/** A note as last received from the service. */
export interface NoteCopy {
  /** Id of the note. */
  readonly key: string;
  readonly note: RemoteNote;
  /** Milliseconds since the Unix epoch. */
  readonly storedAt: number;
}

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
    await removeCopies(listExcess(await listCopies()));
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

const attempt = <T>(run: () => Promise<T>): Promise<T | undefined> => run().catch(() => undefined);
