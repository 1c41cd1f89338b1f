import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { asStorageError, StorageError, sqliteCode } from '../errors.js';
import { type Connection, openSqlite } from './driver.js';
import { fileExists, makePrivateFile } from './files.js';
import { build, defineQuery, type Parameters } from './query.js';
import { Statements } from './statements.js';
import { CREATE_HOLDERS, holders } from './system-tables.js';

/** Options for acquiring a lock. */
export interface LockOptions {
  /** Beginning of the error message; the holder's name follows. */
  readonly refusal?: string;
  /** Milliseconds for which this thread waits for the lock. A few are needed while other processes query the holder. */
  readonly waitMs?: number;
}

/**
 * Lock held until {@link LibraryLock.release}, or until the process ends and the system frees it. Keep a reference to
 * the object: garbage collection releases the lock.
 */
export interface LibraryLock {
  release(): void;
  /**
   * Removes the lock file and releases the lock, in an order that permits one holder at most. Does nothing after a
   * release. Nothing else may remove the file.
   */
  remove(): void;
}

/** Maximum number of attempts. An attempt fails when another process removed the file in the meantime. */
const MAX_TRIES = 100;
const MARK_END = 2 ** 31;

const selectHolder = defineQuery(() => build.select({ description: holders.description }).from(holders));
const insertHolder = defineQuery(({ description }: Parameters<{ description: string }>) =>
  build.insert(holders).values({ description }),
);
const deleteHolders = defineQuery(() => build.delete(holders));

/**
 * Acquires an exclusive lock on a data directory, across threads and processes. The lock is an open write transaction
 * on a small database of its own, so that other processes can still read the holder's name.
 *
 * @throws StorageError `locked`, with the holder's name; `foreign` when the file is not a lock file
 */
export function acquireLock(path: string, holder: string, options: LockOptions = {}): LibraryLock {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const lock = takeFile(path, holder, options);
    if (lock !== undefined) return lock;
  }
  throw new StorageError('locked', `${getRefusal(options)} other processes, one after another`);
}

const getRefusal = ({ refusal = 'The library is already in use by' }: LockOptions) => refusal;

/** Locks the file. Returns undefined when another process removed it: SQLite does not write to an unlinked file. */
function takeFile(path: string, holder: string, options: LockOptions): LibraryLock | undefined {
  const { waitMs = 50 } = options;
  const refusal = getRefusal(options);
  const mark = randomInt(1, MARK_END);
  makePrivateFile(path);
  const database = openSqlite(path, { timeout: waitMs });
  try {
    database.pragma('journal_mode = DELETE');
    database.exec('BEGIN IMMEDIATE');
    database.exec(CREATE_HOLDERS);
    const statements = new Statements(database);
    // Writing the name needs a commit, which releases the lock for a moment. Another process may acquire it then and
    // write its own name, so the loop checks the name and the mark.
    while (readHolder(database) !== holder || readMark(database) !== mark) {
      statements.run(deleteHolders);
      statements.run(insertHolder, { description: holder });
      database.pragma(`user_version = ${mark}`);
      database.exec('COMMIT');
      database.exec('BEGIN IMMEDIATE');
    }
  } catch (error) {
    if (sqliteCode(error) === 'SQLITE_READONLY_DBMOVED') {
      database.close();
      return undefined;
    }
    const refused = toLockError(database, path, error, { holder, refusal });
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

/**
 * Removes the file while the lock is held, so that waiting processes find it gone. Windows cannot remove an open file.
 */
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

/** Random mark of a holder; distinguishes holders with the same name. */
const readMark = (database: Connection) => database.pragma('user_version', { simple: true });

/**
 * Returns the name that the holder of a lock gave; undefined when nobody holds it. Takes the lock only for a moment.
 */
export function findLockHolder(path: string): string | undefined {
  if (!fileExists(path)) return undefined;
  const database = openSqlite(path, { fileMustExist: true, timeout: 0 });
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

function toLockError(
  database: Connection,
  path: string,
  error: unknown,
  asked: { readonly holder: string; readonly refusal: string },
): unknown {
  const code = sqliteCode(error);
  if (code?.startsWith('SQLITE_NOTADB') || code?.startsWith('SQLITE_CORRUPT'))
    return new StorageError(
      'foreign',
      `${path} is not a lock file of Notes, or the disk cannot read it. Check the disk, or move the file away.`,
      error,
    );
  if (!code?.startsWith('SQLITE_BUSY')) return error;
  const holder = readHolder(database) ?? asked.holder;
  const named = holder === asked.holder ? 'another process' : holder;
  return new StorageError('locked', `${asked.refusal} ${named}`, error);
}

function readHolder(database: Connection): string | undefined {
  try {
    return new Statements(database).value(selectHolder);
  } catch {
    return undefined;
  }
}
