import Database from 'better-sqlite3';
import { asStorageError, StorageError, sqliteCode } from './errors.js';
import { fileExists, makePrivateFile } from './files.js';

export interface LockOptions {
  /** What is said before the holder's name to whoever does not get it. */
  readonly refusal?: string;
  /** How long this thread waits for it. It takes a few milliseconds to see past others who ask. */
  readonly waitMs?: number;
}

/**
 * Held until {@link LibraryLock.release}, or until the process ends: the kernel frees it. Keep hold of the object: one that
 * nothing refers to is collected, and its lock with it.
 */
export interface LibraryLock {
  release(): void;
}

/**
 * Takes a lock that one holder at a time has on a data directory, among threads and processes.
 *
 * It is a write transaction kept open on a small database of its own, so that others can still read who holds it.
 *
 * @throws StorageError `locked`, naming the holder; `foreign` when the lock file is not one
 */
export function acquireLock(path: string, holder: string, options: LockOptions = {}): LibraryLock {
  const { refusal = 'the library is already in use by', waitMs = 50 } = options;
  makePrivateFile(path);
  const database = new Database(path, { timeout: waitMs });
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
    const refused = asRefusal(database, path, error, { holder, refusal });
    database.close();
    throw refused;
  }
  return { release: () => database.close() };
}

/** Who holds a lock of a data directory, as they call themselves; undefined when nobody does. Takes nothing for long. */
export function holderOf(path: string): string | undefined {
  if (!fileExists(path)) return undefined;
  const database = new Database(path, { fileMustExist: true, timeout: 0 });
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
    return undefined;
  } catch (error) {
    if (sqliteCode(error)?.startsWith('SQLITE_BUSY')) return readHolder(database) ?? 'another process';
    throw asStorageError(error);
  } finally {
    database.close();
  }
}

function asRefusal(
  database: Database.Database,
  path: string,
  error: unknown,
  asked: { readonly holder: string; readonly refusal: string },
): unknown {
  const code = sqliteCode(error);
  if (code?.startsWith('SQLITE_NOTADB') || code?.startsWith('SQLITE_CORRUPT'))
    return new StorageError('foreign', `${path} is not the lock file of a library`, error);
  if (!code?.startsWith('SQLITE_BUSY')) return error;
  const holder = readHolder(database) ?? asked.holder;
  const named = holder === asked.holder ? 'another process' : holder;
  return new StorageError('locked', `${asked.refusal} ${named}`, error);
}

function readHolder(database: Database.Database): string | undefined {
  try {
    return database.prepare('SELECT description FROM holder').pluck().get() as string | undefined;
  } catch {
    return undefined;
  }
}
