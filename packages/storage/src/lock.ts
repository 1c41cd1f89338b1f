import Database from 'better-sqlite3';
import { StorageError, sqliteCode } from './errors.js';

/** Held until {@link LibraryLock.release}, or until the process ends: the kernel frees it. */
export interface LibraryLock {
  release(): void;
}

/**
 * Takes the lock that a server, a migration or a restore holds alone on one data directory.
 *
 * It is a write transaction kept open on a small database of its own, so that others can still read who holds it.
 *
 * @throws StorageError `locked`, naming the holder
 */
export function acquireLock(path: string, holder: string): LibraryLock {
  const database = new Database(path, { timeout: 50 });
  try {
    database.pragma('journal_mode = DELETE');
    database.exec('BEGIN IMMEDIATE');
    database.exec('CREATE TABLE IF NOT EXISTS holder (description TEXT NOT NULL)');
    database.exec('DELETE FROM holder');
    database.prepare('INSERT INTO holder VALUES (?)').run(holder);
    database.exec('COMMIT');
    database.exec('BEGIN IMMEDIATE');
  } catch (error) {
    const refusal = sqliteCode(error)?.startsWith('SQLITE_BUSY') ? lockedBy(readHolder(database), error) : error;
    database.close();
    throw refusal;
  }
  return { release: () => database.close() };
}

const lockedBy = (holder: string, cause: unknown) =>
  new StorageError('locked', `the library is already served by ${holder}`, cause);

function readHolder(database: Database.Database): string {
  try {
    if (database.inTransaction) database.exec('ROLLBACK');
    const row = database.prepare('SELECT description FROM holder').pluck().get();
    return typeof row === 'string' ? row : 'another process';
  } catch {
    return 'another process';
  }
}
