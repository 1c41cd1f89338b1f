import Database from 'better-sqlite3';
import { StorageError, sqliteCode } from './errors.js';
import { makePrivateFile } from './files.js';

/** Held until {@link LibraryLock.release}, or until the process ends: the kernel frees it. */
export interface LibraryLock {
  release(): void;
}

/**
 * Takes the lock that a server, a migration or a restore holds alone on one data directory.
 *
 * It is a write transaction kept open on a small database of its own, so that others can still read who holds it.
 *
 * @throws StorageError `locked`, naming the holder; `foreign` when the lock file is not one
 */
export function acquireLock(path: string, holder: string): LibraryLock {
  makePrivateFile(path);
  const database = new Database(path, { timeout: 50 });
  try {
    database.pragma('journal_mode = DELETE');
    database.exec('BEGIN IMMEDIATE');
    database.exec('CREATE TABLE IF NOT EXISTS holder (description TEXT NOT NULL)');
    // The name is told by a commit, which lets go for a moment: whoever comes between tells its own name.
    while (readHolder(database) !== holder) {
      database.exec('DELETE FROM holder');
      database.prepare('INSERT INTO holder VALUES (?)').run(holder);
      database.exec('COMMIT');
      database.exec('BEGIN IMMEDIATE');
    }
  } catch (error) {
    const refusal = refused(database, path, holder, error);
    database.close();
    throw refusal;
  }
  return { release: () => database.close() };
}

function refused(database: Database.Database, path: string, own: string, error: unknown): unknown {
  const code = sqliteCode(error);
  if (code?.startsWith('SQLITE_NOTADB') || code?.startsWith('SQLITE_CORRUPT'))
    return new StorageError('foreign', `${path} is not the lock file of a library`, error);
  if (!code?.startsWith('SQLITE_BUSY')) return error;
  const holder = readHolder(database) ?? own;
  const named = holder === own ? 'another process' : holder;
  return new StorageError('locked', `the library is already in use by ${named}`, error);
}

function readHolder(database: Database.Database): string | undefined {
  try {
    return database.prepare('SELECT description FROM holder').pluck().get() as string | undefined;
  } catch {
    return undefined;
  }
}
