// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { importFrom } from '../bench/packages.mjs';

/**
 * Reads the database of a library.
 * @param {string} dataDir
 * @param {(database: any, digests: ReadonlyMap<string, string>) => string} read receives the SHA-256 of each attachment
 *   in hexadecimal, by its id
 * @returns {Promise<string>} empty when there is no library
 */
export async function readLibrary(dataDir, read) {
  const file = join(dataDir, 'notes.db');
  if (!existsSync(file)) return '';
  const { openSqlite } = await importFrom('packages/storage', './dist/library/driver.js');
  const database = openSqlite(file, { fileMustExist: true });
  try {
    const rows = database.prepare('SELECT id, lower(hex(sha256)) FROM resources').raw().all();
    return read(database, new Map(rows));
  } finally {
    database.close();
  }
}
