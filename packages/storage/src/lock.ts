import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
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
  /** Removes the lock file and lets go, in an order that leaves one holder at most; nothing once it was let go. Nothing else may remove it. */
  remove(): void;
}

/** So often a file is taken that is no more at its path: each time, somebody has removed it meanwhile. */
const TRIES = 100;
const MARK_END = 2 ** 31;

/**
 * Takes a lock that one holder at a time has on a data directory, among threads and processes.
 *
 * It is a write transaction kept open on a small database of its own, so that others can still read who holds it.
 *
 * @throws StorageError `locked`, naming the holder; `foreign` when the lock file is not one
 */
export function acquireLock(path: string, holder: string, options: LockOptions = {}): LibraryLock {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const lock = takeFile(path, holder, options);
    if (lock !== undefined) return lock;
  }
  throw new StorageError('locked', `${refusalOf(options)} others, one after another`);
}

const refusalOf = ({ refusal = 'the library is already in use by' }: LockOptions) => refusal;

/** Undefined where somebody has removed the file meanwhile: SQLite writes to none that is not at its path any more. */
function takeFile(path: string, holder: string, options: LockOptions): LibraryLock | undefined {
  const { waitMs = 50 } = options;
  const refusal = refusalOf(options);
  const mark = randomInt(1, MARK_END);
  makePrivateFile(path);
  const database = new Database(path, { timeout: waitMs });
  try {
    database.pragma('journal_mode = DELETE');
    database.exec('BEGIN IMMEDIATE');
    database.exec('CREATE TABLE IF NOT EXISTS holder (description TEXT NOT NULL)');
    // The name is told by a commit, which lets go for a moment: whoever comes between tells its own name.
    while (readHolder(database) !== holder || markOf(database) !== mark) {
      database.exec('DELETE FROM holder');
      database.prepare('INSERT INTO holder VALUES (?)').run(holder);
      database.pragma(`user_version = ${mark}`);
      database.exec('COMMIT');
      database.exec('BEGIN IMMEDIATE');
    }
  } catch (error) {
    if (sqliteCode(error) === 'SQLITE_READONLY_DBMOVED') {
      database.close();
      return undefined;
    }
    const refused = asRefusal(database, path, error, { holder, refusal });
    database.close();
    throw refused;
  }
  const release = () => void database.close();
  return {
    release,
    remove: () => {
      if (database.open) removeFile(path, release);
    },
  };
}

/** While it is held: whoever waits for it finds that it is gone. Windows removes no file that anybody has open. */
function removeFile(path: string, release: () => void): void {
  if (process.platform === 'win32') {
    release();
    removeUnlessTaken(path);
    return;
  }
  try {
    rmSync(path, { force: true });
  } finally {
    release();
  }
}

function removeUnlessTaken(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    if (!['EBUSY', 'EPERM', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Set anew by each holder: two of one name are told apart by it. */
const markOf = (database: Database.Database) => database.pragma('user_version', { simple: true });

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
