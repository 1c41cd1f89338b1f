import type { Statement } from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { asFileError, asStorageError, StorageError, withFileErrors } from '../errors.js';
import { Blobs } from '../resources/blobs.js';
import type { SearchTuning } from '../search/search.js';
import { Capture } from '../sync/capture.js';
import type { ContentDeriver } from '../sync/materializer-writers.js';
import { type Connection, inspectFile, LOG_PAGES, openDatabase, refuseNewer } from './connection.js';
import { createLibrary, refuseOrphanedLog } from './create.js';
import { type DataPaths, dataPaths, makeDataDirectory, removeDrafts } from './files.js';
import { GroupCommit } from './group-commit.js';
import { acquireLock, type LibraryLock, type LockOptions } from './lock.js';
import { insertMeta, selectMeta } from './meta.js';
import { isOutdated, type Migration, migrate, migrations, newestVersion } from './migrations.js';
import { defineQuery } from './query.js';
import { findRefusal, openReadCopy } from './read-copy.js';
import { refusePromise } from './refuse-promise.js';
import { Statements } from './statements.js';
import { makeHandle, makeReader, makeUnit, type Reader, type UnitOfWork } from './unit.js';

/** Options for opening a library. */
export interface StoreOptions {
  readonly dataDir: string;
  /** Initialises a new library: its identity and built-in entities. */
  readonly initialise: (unit: UnitOfWork) => void;
  /**
   * Longest time for which another process's lock blocks this thread, in milliseconds; longer waits yield to the event
   * loop. Default 10.
   */
  readonly busyTimeoutMs?: number;
  /** True to create a missing library; otherwise a missing library is an error. */
  readonly create: boolean;
  /** True to hold the library lock while the store is open: one server at a time. */
  readonly exclusive: boolean;
  /** Name of this process, shown to others that ask for the lock. */
  readonly holder: string;
  /**
   * Released version of the program, such as `0.1.0`. Recorded in the library, and named in the error for a newer
   * schema.
   */
  readonly programVersion?: string;
  /** Derives the content of a text from another replica; required for a library in sync. */
  readonly readText?: ContentDeriver;
  /** Receives errors thrown by effects and listeners. Default: a process warning. */
  readonly onError?: (error: unknown) => void;
}

/** Options for tests and benchmarks. */
export interface StoreTuning extends SearchTuning {
  readonly migrations?: readonly Migration[];
}

const DEFAULT_BUSY_TIMEOUT_MS = 10;
/** Longest wait on close for other processes, so that the last writes complete. */
const CLOSING_TIMEOUT_MS = 5_000;

const beginRead = defineQuery(() => sql`BEGIN`);
const endRead = defineQuery(() => sql`COMMIT`);

/** Library open in this process: one connection, immediate reads, writes in durable groups. */
export class Store {
  readonly paths: DataPaths;
  readonly schemaVersion: number;
  /** Bytes of attachments. */
  readonly blobs: Blobs;
  readonly #database: Connection;
  readonly #sql: Statements;
  readonly #selectDataVersion: Statement;
  readonly #reader: Reader;
  readonly #unit: UnitOfWork;
  readonly #writer: GroupCommit;
  readonly #listeners = new Set<(seq: number) => void>();
  readonly #onError: (error: unknown) => void;
  readonly #lock: LibraryLock | undefined;
  readonly #refusal: StorageError | undefined;
  #dataVersion: unknown;

  constructor(
    database: Connection,
    paths: DataPaths,
    options: Pick<StoreOptions, 'onError' | 'readText'> & StoreTuning,
    { lock, refusal }: { readonly lock?: LibraryLock | undefined; readonly refusal?: StorageError | undefined } = {},
  ) {
    this.paths = paths;
    this.blobs = new Blobs(paths, lock !== undefined);
    this.schemaVersion = newestVersion(options.migrations ?? migrations);
    this.#lock = lock;
    this.#refusal = refusal;
    this.#database = database;
    this.#sql = new Statements(database);
    this.#selectDataVersion = database.prepare('PRAGMA data_version').pluck();
    this.#onError = options.onError ?? warn;
    const capture = new Capture(database);
    this.#writer = new GroupCommit(database, {
      version: this.schemaVersion,
      onWriteEnd: () => capture.captureTouched(),
      onWriteFailed: () => capture.clear(),
      onCommit: () => this.#notify(),
      onError: this.#onError,
    });
    const handle = makeHandle(database, capture, () => this.#writer.isWriting);
    this.#reader = makeReader(handle, options);
    this.#unit = makeUnit(handle, this.#reader, this.#writer, this.blobs, { readText: options.readText, capture });
    this.#dataVersion = this.#readDataVersion();
  }

  /** Error of the failed commit since which writes are refused; undefined without one. */
  get failure(): StorageError | undefined {
    return this.#writer.failure;
  }

  /** Number of writes of this process that wait, inside a write: of those after it. */
  get queuedWrites(): number {
    return this.#writer.queued;
  }

  /**
   * Runs a synchronous read on one consistent snapshot. Inside a write, the read sees the changes of that write.
   *
   * @throws the error of `work`, or StorageError
   */
  read<T>(work: (reader: Reader) => T): T {
    if (this.#database.inTransaction) return refusePromise(work(this.#reader));
    try {
      this.#sql.run(beginRead);
      return refusePromise(work(this.#reader));
    } catch (error) {
      throw asStorageError(error);
    } finally {
      if (this.#database.inTransaction) this.#sql.run(endRead);
    }
  }

  /**
   * Runs a synchronous read of a single statement. Such a statement sees one state of the library by itself, without
   * the two statements that begin and end a transaction.
   *
   * @throws the error of `work`, or StorageError
   */
  readOne<T>(work: (reader: Reader) => T): T {
    try {
      return refusePromise(work(this.#reader));
    } catch (error) {
      throw asStorageError(error);
    }
  }

  /**
   * Runs a synchronous write atomically and resolves when it is durable. Writes requested while another is running
   * share its commit.
   *
   * @throws the error of `work`, or StorageError when nothing was written
   */
  write<T>(work: (unit: UnitOfWork) => T): Promise<T> {
    if (this.#refusal !== undefined) return Promise.reject(this.#refusal);
    return this.#writer.enqueue(() => work(this.#unit));
  }

  /**
   * Calls `listener` with the last journal sequence number after every commit of this process, and after commits of
   * others that {@link poll} detects.
   *
   * @returns a function that removes the listener
   */
  subscribe(listener: (seq: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Checks for commits of other processes since the last successful call; notifies the listeners when there are any.
   *
   * @returns true when another process wrote
   * @throws an error of SQLite, after which the next call checks the same commits
   */
  poll(): boolean {
    const version = this.#readDataVersion();
    if (version === this.#dataVersion) return false;
    this.#notify();
    // Set last, so that the call after a failed one notifies again.
    this.#dataVersion = version;
    return true;
  }

  /**
   * Acquires the maintenance lock: one process at a time works on the library as a whole. Reads and writes do not need
   * it.
   *
   * @throws StorageError `locked`, with the holder's name; `foreign`, `read_only`, `full` or `failed`
   */
  lockMaintenance(holder: string, options?: Pick<LockOptions, 'waitMs'>): LibraryLock {
    return acquireWorkLock(this.paths.maintenanceLock, holder, {
      ...options,
      refusal: 'Another task is using the library:',
    });
  }

  /**
   * Acquires the sync lock: one process at a time exchanges with other devices. Other work continues.
   *
   * @throws StorageError like {@link lockMaintenance}
   */
  lockSync(holder: string, options?: Pick<LockOptions, 'waitMs'>): LibraryLock {
    return acquireWorkLock(this.paths.syncLock, holder, {
      ...options,
      refusal: 'The library is being synchronised by',
    });
  }

  /**
   * Sets the pages in the WAL file after which a commit of this connection checkpoints it. A page that several writes
   * changed is written to the library file once, so a long row of writes takes less time with more pages.
   */
  setLogPages(pages: number = LOG_PAGES): void {
    this.#database.pragma(`wal_autocheckpoint = ${pages}`);
  }

  /**
   * Checkpoints the WAL file into the library file and truncates it. Call it while this process has no write running.
   *
   * @returns false while another connection reads older pages or writes
   */
  checkpointLog(): boolean {
    const [answer] = this.#database.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }];
    return answer.busy === 0;
  }

  /**
   * Finishes queued writes, checkpoints the WAL file and closes the library. When the checkpoint is impossible (disk
   * full, another process reads), the WAL file stays and is used at the next opening.
   */
  close(): void {
    if (!this.#database.open) return;
    try {
      this.#database.pragma(`busy_timeout = ${CLOSING_TIMEOUT_MS}`);
      this.#writer.close();
      this.#database.pragma('busy_timeout = 0');
      if (this.#refusal === undefined) this.#database.pragma('wal_checkpoint(TRUNCATE)');
    } catch (error) {
      this.#onError(asStorageError(error));
    } finally {
      this.#database.close();
      this.#lock?.release();
    }
  }

  #readDataVersion(): unknown {
    return this.#selectDataVersion.get();
  }

  #notify(): void {
    if (this.#listeners.size === 0) return;
    const seq = this.#reader.journal.last();
    for (const listener of this.#listeners) {
      try {
        listener(seq);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}

/**
 * Opens the library of a data directory. Creates it when requested, and migrates an older schema. Where the disk accepts
 * no writes, a library that is not exclusive is opened for reads, and its writes fail with the reason.
 *
 * @throws StorageError `missing`; `locked` by a server or a migration; `foreign`, `empty`, `newer` or `damaged`;
 *   `read_only`, `full` or `failed` for errors of the disk
 */
export function openStore(options: StoreOptions, tuning: StoreTuning = {}): Store {
  return withFileErrors(() => open(options, tuning));
}

/**
 * Opens a library on another thread of a process that has it open already. Does not inspect the file again: reading it
 * through `fs` would drop every lock of this process on it. Creates, migrates and locks nothing.
 *
 * @throws StorageError `newer`; `read_only`, `full` or `failed` for errors of the disk
 */
export function openOnWorkerThread(
  options: Pick<StoreOptions, 'dataDir' | 'busyTimeoutMs' | 'onError' | 'readText' | 'programVersion'>,
): Store {
  const paths = dataPaths(options.dataDir);
  let database: Connection | undefined;
  try {
    database = openDatabase(paths.database, options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS);
    refuseNewer(paths.database, database, limitsFor(migrations, options));
    return new Store(database, paths, options);
  } catch (error) {
    database?.close();
    throw asFileError(error);
  }
}

function open(options: StoreOptions, tuning: StoreTuning): Store {
  const paths = dataPaths(options.dataDir);
  const steps = tuning.migrations ?? migrations;
  const limits = limitsFor(steps, options);
  const found = inspectFile(paths.database, limits);
  if (!found && !options.create) throw new StorageError('missing', `There is no library at ${paths.database}`);
  if (!found) refuseOrphanedLog(paths);
  makeDataDirectory(paths);
  const lock = options.exclusive ? acquireLock(paths.lock, options.holder) : undefined;
  let database: Connection | undefined;
  try {
    if (!inspectFile(paths.database, limits)) createLibrary(paths, steps, options);
    const opened = openOrCopy(paths, options);
    database = opened.database;
    // The schema in the header may be older than the one in the WAL file.
    refuseNewer(paths.database, database, limits);
    const { refusal } = opened;
    if (refusal === undefined)
      migrateIfOutdated(
        database,
        paths,
        steps,
        lock === undefined ? options : { programVersion: options.programVersion },
      );
    else if (isOutdated(database, steps)) throw refusal;
    const store = new Store(database, paths, { ...tuning, ...options }, { lock, refusal });
    if (lock !== undefined) removeLeftovers(store);
    return store;
  } catch (error) {
    database?.close();
    lock?.release();
    throw error;
  }
}

/**
 * Opens a library, or a copy of it for reads alone when the disk accepts no writes.
 *
 * @returns the connection, and without a writable disk the error with which every write fails
 */
function openOrCopy(
  paths: DataPaths,
  { busyTimeoutMs = DEFAULT_BUSY_TIMEOUT_MS, exclusive }: Pick<StoreOptions, 'busyTimeoutMs' | 'exclusive'>,
): { readonly database: Connection; readonly refusal: StorageError | undefined } {
  try {
    const database = openDatabase(paths.database, busyTimeoutMs);
    return { database, refusal: findRefusal(paths) };
  } catch (error) {
    const refused = asFileError(error);
    if (!(refused instanceof StorageError) || !['read_only', 'full'].includes(refused.reason)) throw error;
    const refusal = findRefusal(paths, error) ?? refused;
    const database = exclusive ? undefined : openReadCopy(paths);
    if (database === undefined) throw refusal;
    return { database, refusal };
  }
}

/** Removes files that killed processes left in `tmp`. */
function removeLeftovers({ paths, blobs }: Store): void {
  removeDrafts(paths);
  blobs.removeAbandoned();
}

/** Migrates an older library. Acquires the lock for it when `holder` is given. */
function migrateIfOutdated(
  database: Connection,
  paths: DataPaths,
  steps: readonly Migration[],
  { holder, programVersion }: { holder?: string; programVersion?: string | undefined },
): void {
  const outdated = isOutdated(database, steps);
  const lock = outdated && holder !== undefined ? acquireLock(paths.lock, holder) : undefined;
  try {
    migrate(database, paths, steps, programVersion);
  } finally {
    lock?.release();
  }
  recordProgram(database, programVersion);
}

/**
 * Records the program version in a library without one: a restored library, or one from before the first release.
 * Opening must not fail on a disk that accepts no writes; the next opening tries again.
 */
function recordProgram(database: Connection, programVersion: string | undefined): void {
  if (programVersion === undefined) return;
  try {
    const statements = new Statements(database);
    if (statements.get(selectMeta, { key: 'program_version' }) === undefined)
      statements.run(insertMeta, { key: 'program_version', value: programVersion });
  } catch {
    // Only an error message gets less precise.
  }
}

const limitsFor = (steps: readonly Migration[], { programVersion }: Pick<StoreOptions, 'programVersion'>) => ({
  newestVersion: newestVersion(steps),
  programVersion,
});

function acquireWorkLock(path: string, holder: string, options: LockOptions): LibraryLock {
  return withFileErrors(() => acquireLock(path, holder, options));
}
