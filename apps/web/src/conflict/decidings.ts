import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
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
  remove: async (documentId: string): Promise<void> => (await database()).delete('decidings', documentId),
};
