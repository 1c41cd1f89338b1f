import { rmSync, type Stats, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StorageError } from './errors.js';
import { fileExists, readStart } from './files.js';

export type Connection = Database.Database;

/** Marks a database file as a Notes library ("NOTE"). */
export const APPLICATION_ID = 0x4e4f5445;

/** What each connection must report after it is set up; a build of SQLite may default otherwise. */
const PRAGMAS = [
  ['journal_mode', 'wal'],
  ['synchronous', 2],
  ['foreign_keys', 1],
  ['trusted_schema', 0],
  ['cell_size_check', 1],
  ['journal_size_limit', 16 * 1024 * 1024],
  ['recursive_triggers', 1],
  ['temp_store', 2],
  ['secure_delete', 1],
] as const;

/** Opening waits this long for a process that makes or recovers the same file: nothing is served yet. */
const OPENING_TIMEOUT_MS = 5_000;

/** The libraries this thread has open, to know which files must not be touched through `fs`. */
let openHere: { readonly file: string; readonly database: Connection }[] = [];

const identity = ({ dev, ino }: Stats) => `${dev}:${ino}`;

/**
 * Opens a library file for reading and writing, with every pragma set and read back.
 *
 * @param busyTimeoutMs Longest wait for another process's lock, which blocks this thread: keep it short where requests
 *   are served.
 */
export function openDatabase(path: string, busyTimeoutMs: number): Connection {
  const database = new Database(path, { fileMustExist: true, timeout: OPENING_TIMEOUT_MS });
  openHere.push({ file: identity(statSync(path)), database });
  try {
    for (const [name, value] of PRAGMAS) {
      database.pragma(`${name} = ${value}`);
      const actual = database.pragma(name, { simple: true });
      if (actual !== value)
        throw new StorageError('failed', `${path} cannot be kept safe here: ${name} is ${actual}, not ${value}`);
    }
    database.pragma('cache_size = -32768');
    database.pragma(`busy_timeout = ${busyTimeoutMs}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a library another connection of this process has open, for reads on another thread. */
export function openReadOnly(path: string): Connection {
  const database = new Database(path, { readonly: true, fileMustExist: true, timeout: OPENING_TIMEOUT_MS });
  database.pragma('trusted_schema = OFF');
  database.pragma('temp_store = 2');
  return database;
}

/** Opens a small database that is no library, durable at each commit. */
export function openScratch(path: string): Connection {
  const database = new Database(path, { fileMustExist: true, timeout: OPENING_TIMEOUT_MS });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  return database;
}

/**
 * Opens a file that is worthless until it is a whole library: nothing is durable before the file is synced, and a process
 * that dies leaves anything. Memory is what is written to it anew: pages of the journal would be kept for nothing.
 */
export function openDraft(path: string): Connection {
  const database = new Database(path, { fileMustExist: true, timeout: OPENING_TIMEOUT_MS });
  for (const pragma of ['journal_mode = MEMORY', 'synchronous = OFF', 'foreign_keys = ON', 'temp_store = 2'])
    database.pragma(pragma);
  database.pragma('cache_size = -16384');
  return database;
}

/**
 * Opens a file that is of use to this connection alone, and to nobody after it: nothing is durable. Where that can be
 * done its name is taken away at once, so that nothing is left of it however the process ends.
 */
export function openThrowaway(path: string): Connection {
  const database = new Database(path, { fileMustExist: true });
  try {
    const pragmas = ['journal_mode = MEMORY', 'synchronous = OFF', 'locking_mode = EXCLUSIVE', 'temp_store = 2'];
    for (const pragma of pragmas) database.pragma(pragma);
    database.pragma('cache_size = -8192');
    // The file is opened with its first read.
    database.pragma('user_version = 1');
    if (process.platform !== 'win32') rmSync(path);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A database that is nowhere but in memory. */
export const openMemory = (): Connection => new Database(':memory:');

/** Opens a file that may have come from anybody, for reading: nothing in it is run but what is asked. */
export function openImage(path: string): Connection {
  const database = openReadOnly(path);
  database.pragma('cell_size_check = ON');
  return database;
}

/**
 * Opens a library file for a look that leaves nothing changed. Opened for reading alone, SQLite makes a log where there is
 * none and leaves it behind; opened for writing it takes it away again, and has nothing to fold into the file.
 */
export function openUnchanged(path: string): Connection {
  const readonly = fileExists(`${path}-wal`);
  const database = new Database(path, { readonly, fileMustExist: true, timeout: OPENING_TIMEOUT_MS });
  database.pragma('query_only = ON');
  database.pragma('trusted_schema = OFF');
  database.pragma('cell_size_check = ON');
  return database;
}

/**
 * Refuses a file that is no library of ours, looking at its header alone: nothing is locked, changed or made beside it.
 * Answers whether there is a file.
 *
 * @throws StorageError `empty`, `foreign` or `newer`
 */
export function inspectFile(path: string, newestVersion: number): boolean {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) return false;
  // A file of `fs` would, when closed, drop the locks this process holds on the library; and it is known already.
  openHere = openHere.filter(({ database }) => database.open);
  if (openHere.some((known) => known.file === identity(file))) return true;
  if (!file.isFile()) throw new StorageError('foreign', `${path} is not a file`);
  if (file.size === 0) throw new StorageError('empty', `${path} is an empty file, not a library`);
  const { isDatabase, applicationId, version } = readHeader(path);
  if (!isDatabase) throw new StorageError('foreign', `${path} is not a database`);
  if (applicationId !== APPLICATION_ID)
    throw new StorageError('foreign', `${path} is a database of another application`);
  refuseNewer(path, version, newestVersion);
  return true;
}

/** What the header says, which may be older than the log beside it. See "The Database Header" in SQLite's file format. */
function readHeader(path: string): { isDatabase: boolean; applicationId: number; version: number } {
  const header = readStart(path, 100);
  return {
    isDatabase: header.toString('latin1', 0, 16) === 'SQLite format 3\0',
    applicationId: header.readUInt32BE(68),
    version: header.readUInt32BE(60),
  };
}

/** @throws StorageError `newer` when a later program made the schema */
export function refuseNewer(path: string, version: number, newestVersion: number): void {
  if (version > newestVersion)
    throw new StorageError('newer', `${path} has schema ${version}; this program knows ${newestVersion} at most`);
}

export const schemaVersionOf = (database: Connection) => database.pragma('user_version', { simple: true }) as number;
