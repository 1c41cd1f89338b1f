import type Database from 'better-sqlite3';
import { loadAddon, parseRelease, requireCopy } from './addon.js';

export { NativeError } from './addon.js';

/** First Node release that better-sqlite3 13 runs in; older releases crash. */
const SQLITE_13_RELEASE = 22;

type DatabaseConstructor = new (path: string | Buffer, options: Database.Options) => Database.Database;

let loaded: { readonly Driver: DatabaseConstructor; readonly addon: unknown } | undefined;

/**
 * Opens a SQLite database with better-sqlite3: version 13, or version 12 before Node 22. Both have the same API.
 *
 * @param path path of the file, or the contents of a database to open in memory
 * @param options options of better-sqlite3
 * @throws NativeError when the addon is not installed, is damaged or cannot be loaded
 * @throws SqliteError of better-sqlite3 when the database cannot be opened
 */
export function openSqlite(path: string | Buffer, options: Database.Options = {}): Database.Database {
  loaded ??= loadDriver();
  const { Driver, addon } = loaded;
  // The option accepts the addon itself as well as its path.
  return new Driver(path, { ...options, nativeBinding: addon as string });
}

function loadDriver() {
  const name = parseRelease(process.versions.node) < SQLITE_13_RELEASE ? 'sqlite-node20' : 'sqlite';
  const addon = loadAddon(name);
  return { addon, Driver: requireCopy(`${name}/index.js`) as DatabaseConstructor };
}
