import { rmSync, type Stats, statSync } from 'node:fs';
import { getErrorCode, StorageError } from '../errors.js';
import { type Connection, openSqlite } from './driver.js';
import { fileExists, readStart } from './files.js';
import { selectMeta } from './meta.js';
import { Statements } from './statements.js';

export type { Connection };

/** Marks a database file as a Notes library ("NOTE"). */
export const APPLICATION_ID = 0x4e4f5445;

/** Size of the log file that stays when its pages are in the library. */
const LOG_BYTES = 16 * 1024 * 1024;
/**
 * Pages in the log after which a commit writes them to the library, so that the log with its frames fits its size. A page
 * that several writes changed is written to the library once, and four times the default halves the bytes written.
 */
export const LOG_PAGES = 4_000;

/** Values that each connection must report after its setup. Builds of SQLite may have other defaults. */
const PRAGMAS = [
  ['journal_mode', 'wal'],
  ['synchronous', 2],
  ['foreign_keys', 1],
  ['trusted_schema', 0],
  ['cell_size_check', 1],
  ['journal_size_limit', LOG_BYTES],
  ['wal_autocheckpoint', LOG_PAGES],
  ['recursive_triggers', 1],
  ['temp_store', 2],
  ['secure_delete', 1],
] as const;

/**
 * Longest wait while opening for a process that creates or recovers the same file. Blocking is harmless: no requests
 * are served yet.
 */
const OPENING_TIMEOUT_MS = 5_000;

/** Libraries open in this thread. `fs` must not open their files. */
let openLibraries: { readonly file: string; readonly database: Connection }[] = [];

const identity = ({ dev, ino }: Stats) => `${dev}:${ino}`;

/**
 * Opens a library file for reading and writing, with every pragma set and verified.
 *
 * @param busyTimeoutMs longest wait for another process's lock, in milliseconds. It blocks this thread: keep it short
 *   where requests are served.
 * @throws StorageError `failed` when SQLite does not accept a pragma
 */
export function openDatabase(path: string, busyTimeoutMs: number): Connection {
  const database = openSqlite(path, { fileMustExist: true, timeout: OPENING_TIMEOUT_MS });
  return closeOnError(database, () => {
    openLibraries.push({ file: identity(statSync(path)), database });
    for (const [name, value] of PRAGMAS) {
      database.pragma(`${name} = ${value}`);
      const actual = database.pragma(name, { simple: true });
      if (actual !== value)
        throw new StorageError(
          'failed',
          `${path} cannot be opened safely: SQLite has ${name} = ${actual} instead of ${value}`,
        );
    }
    database.pragma('cache_size = -32768');
    database.pragma(`busy_timeout = ${busyTimeoutMs}`);
    return database;
  });
}

/** Runs a step of the opening of a database, and closes the database when the step throws. */
export function closeOnError<T>(database: Connection, step: () => T): T {
  try {
    return step();
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Sets pragmas of a database just opened, and closes it when SQLite refuses one, as in a file of something else. */
const setPragmas = (database: Connection, pragmas: readonly string[]): Connection =>
  closeOnError(database, () => {
    for (const pragma of pragmas) database.pragma(pragma);
    return database;
  });

/** Opens a library for reads on another thread, while this process has it open on another connection. */
export function openReadOnly(path: string): Connection {
  const database = openSqlite(path, { readonly: true, fileMustExist: true, timeout: OPENING_TIMEOUT_MS });
  return setPragmas(database, ['trusted_schema = OFF', 'temp_store = 2']);
}

/** Opens a small auxiliary database, durable at each commit. */
export function openScratch(path: string): Connection {
  const database = openSqlite(path, { fileMustExist: true, timeout: OPENING_TIMEOUT_MS });
  return setPragmas(database, ['journal_mode = WAL', 'synchronous = FULL']);
}

/**
 * Opens a file that is worthless until it is a complete library: nothing is durable before the file is synced, and a
 * crash may leave anything. The rollback journal is in memory, since the file is never recovered after a crash.
 */
export function openDraft(path: string): Connection {
  const database = openSqlite(path, { fileMustExist: true, timeout: OPENING_TIMEOUT_MS });
  const pragmas = ['journal_mode = MEMORY', 'synchronous = OFF', 'foreign_keys = ON', 'temp_store = 2'];
  return setPragmas(database, [...pragmas, 'cache_size = -16384']);
}

/**
 * Opens a temporary file for this connection alone; nothing is durable. Where the system permits, the file is unlinked
 * at once, so that nothing remains however the process ends.
 */
export function openTemporary(path: string): Connection {
  const database = openSqlite(path, { fileMustExist: true });
  const pragmas = ['journal_mode = MEMORY', 'synchronous = OFF', 'locking_mode = EXCLUSIVE', 'temp_store = 2'];
  // SQLite opens the file at its first access.
  setPragmas(database, [...pragmas, 'cache_size = -8192', 'user_version = 1']);
  return closeOnError(database, () => {
    if (process.platform !== 'win32') rmSync(path);
    return database;
  });
}

/** Opens an empty database in a temporary file, which SQLite removes when it is closed. */
export const openUnnamed = (): Connection => openSqlite('');

/** Opens an in-memory database. */
export const openMemory = (): Connection => openSqlite(':memory:');

/** Offsets of the versions of the file format, which are 1 without a WAL file. See "The Database Header" of SQLite. */
const FORMAT_VERSIONS = [18, 19];

/** Opens the contents of a library file in memory for reading. Changes the versions in `bytes`. */
export function openCopy(bytes: Buffer): Connection {
  for (const offset of FORMAT_VERSIONS) bytes[offset] = 1;
  const database = openSqlite(bytes, { readonly: true });
  return setPragmas(database, ['trusted_schema = OFF', 'temp_store = 2', 'cell_size_check = ON']);
}

/** Opens a file from an untrusted source for reading. SQL functions in its schema are not trusted. */
export function openImage(path: string): Connection {
  return setPragmas(openReadOnly(path), ['cell_size_check = ON']);
}

/**
 * Opens a library file for reading without leaving changes. A read-only connection to a library without a WAL file
 * would create one and leave it behind; a writable connection removes it on close, and has no pages to checkpoint.
 */
export function openForInspection(path: string): Connection {
  const readonly = fileExists(`${path}-wal`);
  const database = openSqlite(path, { readonly, fileMustExist: true, timeout: OPENING_TIMEOUT_MS });
  return setPragmas(database, ['query_only = ON', 'trusted_schema = OFF', 'cell_size_check = ON']);
}

/** Limits of the running program, for error messages. */
export interface ProgramLimits {
  /** Newest schema version that the program reads and writes. */
  readonly newestVersion: number;
  /** Released version of the program; undefined in tools that open single files. */
  readonly programVersion?: string | undefined;
}

/**
 * Rejects a file that is not a library of this program. Changes and creates no file. Reads only the header, unless the
 * schema is newer.
 *
 * @returns true when the file exists
 * @throws StorageError `empty`, `foreign` or `newer`; `read_only` when the file may not be read
 */
export function inspectFile(path: string, limits: ProgramLimits): boolean {
  const file = withReadErrors(path, () => statSync(path, { throwIfNoEntry: false }));
  if (file === undefined) return false;
  // Closing an `fs` handle of the file would drop the POSIX locks of this process. An open library was inspected
  // already.
  openLibraries = openLibraries.filter(({ database }) => database.open);
  if (openLibraries.some((known) => known.file === identity(file))) return true;
  if (!file.isFile()) throw new StorageError('foreign', `${path} is not a regular file`);
  if (file.size === 0) throw new StorageError('empty', `${path} is an empty file, not a library`);
  const { isDatabase, applicationId, version } = withReadErrors(path, () => readHeader(path));
  if (!isDatabase) throw new StorageError('foreign', `${path} is not a database`);
  if (applicationId !== APPLICATION_ID)
    throw new StorageError('foreign', `${path} is a database of another application`);
  if (version > limits.newestVersion) throw createNewerError(path, version, limits, readRecordedVersion(path));
  return true;
}

/** @throws StorageError `read_only` when the permissions of a file do not allow to read it */
function withReadErrors<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    const code = getErrorCode(error);
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    const message = `You have no permission to read ${path}. Check the permissions of the file and its folder.`;
    throw new StorageError('read_only', message, error);
  }
}

/** Reads the header, which may be older than the WAL file. See "The Database Header" in SQLite's file format. */
function readHeader(path: string): { isDatabase: boolean; applicationId: number; version: number } {
  const header = readStart(path, 100);
  return {
    isDatabase: header.toString('latin1', 0, 16) === 'SQLite format 3\0',
    applicationId: header.readUInt32BE(68),
    version: header.readUInt32BE(60),
  };
}

/**
 * Rejects a library with a newer schema.
 *
 * @throws StorageError `newer` when the schema version exceeds `limits.newestVersion`
 */
export function refuseNewer(path: string, database: Connection, limits: ProgramLimits): void {
  const version = readSchemaVersion(database);
  if (version > limits.newestVersion) throw createNewerError(path, version, limits, selectRecordedVersion(database));
}

function createNewerError(
  path: string,
  version: number,
  { newestVersion, programVersion }: ProgramLimits,
  recorded: string | null,
): StorageError {
  const maker = recorded === null ? '' : `, made by version ${recorded}`;
  const self = programVersion === undefined ? 'This program' : `This program is version ${programVersion} and`;
  const remedy = recorded === null ? 'a newer version' : `version ${recorded} or newer`;
  return new StorageError(
    'newer',
    `${path} has schema ${version}${maker}. ${self} reads schemas up to ${newestVersion}. Install ${remedy}.`,
  );
}

/** Reads which program version made a library that this program must not open; null when unknown. */
function readRecordedVersion(path: string): string | null {
  // Opening a WAL file without its index would create one.
  if (fileExists(`${path}-wal`) && !fileExists(`${path}-shm`)) return null;
  let database: Connection | undefined;
  try {
    database = openForInspection(path);
    return selectRecordedVersion(database);
  } catch {
    return null;
  } finally {
    database?.close();
  }
}

/** Selects the recorded program version from a schema that may be unknown; null unless it looks like a version. */
export function selectRecordedVersion(database: Connection): string | null {
  try {
    const value: unknown = new Statements(database).value(selectMeta, { key: 'program_version' });
    return typeof value === 'string' && /^[0-9][0-9A-Za-z.+-]{0,63}$/.test(value) ? value : null;
  } catch {
    return null;
  }
}

/** Reads the schema version of a library. */
export const readSchemaVersion = (database: Connection) => database.pragma('user_version', { simple: true }) as number;
