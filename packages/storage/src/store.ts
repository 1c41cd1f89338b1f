import { type Connection, inspectFile, openDatabase, refuseNewer, schemaVersionOf } from './connection.js';
import { createLibrary, refuseOrphanedLog } from './create.js';
import { asFileError, asStorageError, StorageError } from './errors.js';
import { type DataPaths, dataPaths, makeDataDirectory, removeDrafts } from './files.js';
import { acquireLock, type LibraryLock, type LockOptions } from './lock.js';
import { isOutdated, type Migration, migrate, migrations, newestVersion } from './migrations.js';
import { Blobs } from './resources/blobs.js';
import type { SearchTuning } from './search/search.js';
import { refusePromise, Statements } from './statements.js';
import { Capture } from './sync/capture.js';
import type { TextReading } from './sync/settle.js';
import { makeHandle, makeReader, makeUnit, type Reader, type UnitOfWork } from './unit.js';
import { GroupCommit } from './writer.js';

export interface StoreOptions {
  readonly dataDir: string;
  /** Fills a library that is being made: its identity and builtins. */
  readonly initialise: (unit: UnitOfWork) => void;
  /** Longest block of this thread by another process's lock; waiting beyond it happens between turns. Default 10 ms. */
  readonly busyTimeoutMs?: number;
  /** Make the library when there is none; otherwise a missing one is an error. */
  readonly create: boolean;
  /** Hold the library lock for as long as the store is open: one server at a time. */
  readonly exclusive: boolean;
  /** Who asks for the lock, as others are told. */
  readonly holder: string;
  /** What a text that another replica wrote is stored as; a library that is in sync has to have it. */
  readonly readText?: TextReading;
  /** Told what an effect or a listener threw; a process warning unless given. */
  readonly onError?: (error: unknown) => void;
}

/** What tests and measurements may set otherwise. */
export interface StoreTuning extends SearchTuning {
  readonly migrations?: readonly Migration[];
}

const DEFAULT_BUSY_TIMEOUT_MS = 10;
/** How long closing waits for other processes to let the last writes in. */
const CLOSING_TIMEOUT_MS = 5_000;

/** A library open in this process: one connection, reads at once, writes in durable groups. */
export class Store {
  readonly paths: DataPaths;
  readonly schemaVersion: number;
  /** The bytes of attachments. */
  readonly blobs: Blobs;
  readonly #database: Connection;
  readonly #sql: Statements;
  readonly #reader: Reader;
  readonly #unit: UnitOfWork;
  readonly #writer: GroupCommit;
  readonly #listeners = new Set<(seq: number) => void>();
  readonly #onError: (error: unknown) => void;
  readonly #lock: LibraryLock | undefined;
  #dataVersion: unknown;

  constructor(
    database: Connection,
    paths: DataPaths,
    options: Pick<StoreOptions, 'onError' | 'readText'> & StoreTuning,
    lock?: LibraryLock,
  ) {
    this.paths = paths;
    this.blobs = new Blobs(paths, lock !== undefined);
    this.schemaVersion = newestVersion(options.migrations ?? migrations);
    this.#lock = lock;
    this.#database = database;
    this.#sql = new Statements(database);
    this.#onError = options.onError ?? warn;
    const capture = new Capture(database);
    this.#writer = new GroupCommit(database, {
      version: this.schemaVersion,
      conclude: () => capture.conclude(),
      onCommit: () => this.#notify(),
      onError: this.#onError,
    });
    const handle = makeHandle(database, capture);
    this.#reader = makeReader(handle, options);
    this.#unit = makeUnit(handle, this.#reader, this.#writer, this.blobs, options.readText);
    this.#dataVersion = this.#readDataVersion();
  }

  /** Why writes are refused since a commit failed; undefined while all is well. */
  get failure(): StorageError | undefined {
    return this.#writer.failure;
  }

  /**
   * Runs a synchronous read on one consistent state. Inside a write that state is the write's own, what it has changed
   * so far included.
   *
   * @throws what `work` throws, or StorageError
   */
  read<T>(work: (reader: Reader) => T): T {
    if (this.#database.inTransaction) return refusePromise(work(this.#reader));
    try {
      this.#sql.run('BEGIN');
      return refusePromise(work(this.#reader));
    } catch (error) {
      throw asStorageError(error);
    } finally {
      if (this.#database.inTransaction) this.#sql.run('COMMIT');
    }
  }

  /**
   * Runs a synchronous write, all or nothing, and answers once it is durable. Writes asked for while another is
   * under way share its commit.
   *
   * @throws what `work` throws, or StorageError: nothing was written
   */
  write<T>(work: (unit: UnitOfWork) => T): Promise<T> {
    return this.#writer.enqueue(() => work(this.#unit));
  }

  /** Calls `listener` with the last journal sequence after every commit of this process, and of others as {@link poll} sees them. */
  subscribe(listener: (seq: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Looks whether another process wrote since the last look; tells listeners when it did. */
  poll(): boolean {
    const version = this.#readDataVersion();
    if (version === this.#dataVersion) return false;
    this.#dataVersion = version;
    this.#notify();
    return true;
  }

  /**
   * Takes the lock under which one process at a time works on the library as a whole; reading and writing need it not.
   *
   * @throws StorageError `locked`, naming the holder; `foreign`, `read_only`, `full` or `failed`
   */
  lockMaintenance(holder: string, options?: Pick<LockOptions, 'waitMs'>): LibraryLock {
    return acquireWorkLock(this.paths.maintenanceLock, holder, { ...options, refusal: 'the library is worked on by' });
  }

  /** Likewise, the lock under which one process at a time exchanges with other devices; other work goes on meanwhile. */
  lockSync(holder: string, options?: Pick<LockOptions, 'waitMs'>): LibraryLock {
    return acquireWorkLock(this.paths.syncLock, holder, { ...options, refusal: 'the library is exchanged by' });
  }

  /**
   * Folds the write-ahead log into the library file and empties it; false while another connection reads what it needs
   * or writes. To be called when this process has no write under way.
   */
  foldLog(): boolean {
    const [answer] = this.#database.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }];
    return answer.busy === 0;
  }

  /**
   * Finishes queued writes, folds the write-ahead log into the library file and closes it. Where the log cannot be
   * folded (the disk is full, another process reads) it stays, and is used when the library is opened again.
   */
  close(): void {
    if (!this.#database.open) return;
    try {
      this.#database.pragma(`busy_timeout = ${CLOSING_TIMEOUT_MS}`);
      this.#writer.close();
      this.#database.pragma('busy_timeout = 0');
      this.#database.pragma('wal_checkpoint(TRUNCATE)');
    } catch (error) {
      this.#onError(asStorageError(error));
    } finally {
      this.#database.close();
      this.#lock?.release();
    }
  }

  #readDataVersion(): unknown {
    return this.#sql.count('PRAGMA data_version');
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
 * Opens the library of a data directory, making it when asked to and migrating an older one.
 *
 * @throws StorageError `missing`; `locked` by a server or a migration; `foreign`, `empty`, `newer` or `damaged`;
 *   `read_only`, `full` or `failed` as the disk is
 */
export function openStore(options: StoreOptions, tuning: StoreTuning = {}): Store {
  try {
    return open(options, tuning);
  } catch (error) {
    throw asFileError(error);
  }
}

/**
 * Opens, on another thread, a library this process has open already. What that thread found of the file is not looked at
 * again: reading it through `fs` would drop every lock of this process on it. Nothing is made, migrated or locked.
 *
 * @throws StorageError `newer`; `read_only`, `full` or `failed` as the disk is
 */
export function openBeside(options: Pick<StoreOptions, 'dataDir' | 'busyTimeoutMs' | 'onError' | 'readText'>): Store {
  const paths = dataPaths(options.dataDir);
  let database: Connection | undefined;
  try {
    database = openDatabase(paths.database, options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS);
    refuseNewer(paths.database, schemaVersionOf(database), newestVersion(migrations));
    return new Store(database, paths, options);
  } catch (error) {
    database?.close();
    throw asFileError(error);
  }
}

function open(options: StoreOptions, tuning: StoreTuning): Store {
  const paths = dataPaths(options.dataDir);
  const steps = tuning.migrations ?? migrations;
  const found = inspectFile(paths.database, newestVersion(steps));
  if (!found && !options.create) throw new StorageError('missing', `there is no library at ${paths.database}`);
  if (!found) refuseOrphanedLog(paths);
  makeDataDirectory(paths);
  const lock = options.exclusive ? acquireLock(paths.lock, options.holder) : undefined;
  let database: Connection | undefined;
  try {
    if (!inspectFile(paths.database, newestVersion(steps))) createLibrary(paths, steps, options.initialise);
    database = openDatabase(paths.database, options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS);
    // The header's schema may be older than the one in the log.
    refuseNewer(paths.database, schemaVersionOf(database), newestVersion(steps));
    bringUpToDate(database, paths, steps, lock === undefined ? options.holder : undefined);
    const store = new Store(database, paths, { ...tuning, ...options }, lock);
    if (lock !== undefined) clearAway(store);
    return store;
  } catch (error) {
    database?.close();
    lock?.release();
    throw error;
  }
}

/** Removes what processes that were killed left in `tmp`. */
function clearAway({ paths, blobs }: Store): void {
  removeDrafts(paths);
  blobs.removeAbandoned();
}

/** Migrates an older library; `holder` takes the lock for it when it is not held already. */
function bringUpToDate(
  database: Connection,
  paths: DataPaths,
  steps: readonly Migration[],
  holder: string | undefined,
): void {
  const outdated = isOutdated(database, steps);
  const lock = outdated && holder !== undefined ? acquireLock(paths.lock, holder) : undefined;
  try {
    migrate(database, paths, steps);
  } finally {
    lock?.release();
  }
}

function acquireWorkLock(path: string, holder: string, options: LockOptions): LibraryLock {
  try {
    return acquireLock(path, holder, options);
  } catch (error) {
    throw asFileError(error);
  }
}
