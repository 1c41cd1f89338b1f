import { drizzle } from 'drizzle-orm/better-sqlite3';
import { openReadOnly } from '../connection.js';
import { dataPaths } from '../files.js';
import { type SearchFinding, SearchReader, type SearchRequest } from './search.js';

/**
 * Runs one search of an open library on a connection of its own, which cannot write: for a worker thread, where a
 * search may take its time.
 */
export function findInLibrary(dataDir: string, request: SearchRequest): SearchFinding[] {
  const raw = openReadOnly(dataPaths(dataDir).database);
  const journal = () => {
    throw new Error('a search changes nothing');
  };
  try {
    return new SearchReader({ raw, orm: drizzle(raw), journal }).find(request);
  } finally {
    raw.close();
  }
}
