import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { journal } from '../drafts/shared-journal.js';
import type { Deciding } from './deciding.js';

interface Tables extends DBSchema {
  decidings: { key: string; value: Deciding };
}

let opened: Promise<IDBPDatabase<Tables>> | undefined;
const database = () => {
  opened ??= openDB<Tables>('notes-decidings', 1, {
    upgrade: (made) => void made.createObjectStore('decidings', { keyPath: 'key' }),
  });
  return opened;
};

/** What is being decided in this browser, beside the journal of its drafts; it outlives the page. */
export const decidings = {
  put: async (deciding: Deciding): Promise<void> => void (await (await database()).put('decidings', deciding)),
  get: async (documentId: string): Promise<Deciding | undefined> => (await database()).get('decidings', documentId),
  list: async (): Promise<Deciding[]> => (await database()).getAll('decidings'),
  remove: async (documentId: string): Promise<void> => (await database()).delete('decidings', documentId),
};

/** Removes what was decided of drafts that are no more: they were saved, discarded or written back elsewhere. */
export async function sweepDecidings(): Promise<void> {
  const known = await decidings.list();
  // Read second: whatever is decided about had its draft before.
  const drafts = new Set((await journal.list()).map(({ key }) => key));
  const left = known.filter(({ key, isTakenBack }) => !drafts.has(key) && !isTakenBack);
  await Promise.all(left.map(({ key }) => decidings.remove(key)));
}
