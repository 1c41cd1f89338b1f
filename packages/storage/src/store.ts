import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { type Connection, inspectFile, openDatabase } from './connection.js';
import { DocumentWriter } from './document-writer.js';
import { DocumentReader } from './documents.js';
import { asStorageError, StorageError } from './errors.js';
import { type DataPaths, dataPaths, makeDataDirectory, syncDirectory } from './files.js';
import { JournalReader, journalWriter } from './journal.js';
import { acquireLock, type LibraryLock } from './lock.js';
import { MetaReader, MetaWriter } from './meta.js';
import { migrate, SCHEMA_VERSION } from './migrations.js';
import { NotebookReader, NotebookWriter } from './notebooks.js';
import { ProvenanceReader, ProvenanceWriter } from './provenance.js';
import { RevisionReader } from './revisions.js';
import { SearchReader } from './search/search.js';
import { SearchNotebookReader, SearchNotebookWriter } from './search-notebooks.js';
import type { Handle } from './statements.js';
import { TagReader, TagWriter } from './tags.js';
import { GroupCommit } from './writer.js';

/** Everything a read may ask; all of one `store.read` sees one state of the library. */
export interface Reader {
  readonly documents: DocumentReader;
  readonly revisions: RevisionReader;
  readonly notebooks: NotebookReader;
  readonly tags: TagReader;
  readonly searchNotebooks: SearchNotebookReader;
  readonly provenance: ProvenanceReader;
  readonly search: SearchReader;
  readonly journal: JournalReader;
  readonly meta: MetaReader;
}

/** Everything a write may do. */
export interface UnitOfWork extends Reader {
  readonly documents: DocumentWriter;
  readonly notebooks: NotebookWriter;
  readonly tags: TagWriter;
  readonly searchNotebooks: SearchNotebookWriter;
  readonly provenance: ProvenanceWriter;
  readonly meta: MetaWriter;
  /** Runs `work`, undoes it and answers what it answered: a dry run that is the real thing. */
  rehearse<T>(work: () => T): T;
  /** Runs `effect` once this write is durable, never when it is undone. */
  afterCommit(effect: () => void): void;
}

export interface StoreOptions {
  readonly dataDir: string;
  /** Fills a library that is being made: its identity and builtins. */
  readonly initialise: (unit: UnitOfWork) => void;
  /** Longest block of this thread by another process's lock; waiting beyond it happens between turns. */
  readonly busyTimeoutMs?: number;
  /** Make the library when there is none; otherwise a missing one is an error. */
  readonly create: boolean;
  /** Hold the library lock for as long as the store is open: one server at a time. */
  readonly exclusive: boolean;
  /** Who asks for the lock, as others are told. */
  readonly holder: string;
}

/** A library open in this process: one connection, reads at once, writes in durable groups. */
export class Store {
  readonly paths: DataPaths;
  readonly schemaVersion = SCHEMA_VERSION;
  readonly #database: Connection;
  readonly #reader: Reader;
  readonly #unit: UnitOfWork;
  readonly #writer: GroupCommit;
  readonly #listeners = new Set<(seq: number) => void>();
  readonly #lock: LibraryLock | undefined;
  #dataVersion: unknown;

  constructor(paths: DataPaths, database: Connection, lock?: LibraryLock) {
    this.paths = paths;
    this.#lock = lock;
    this.#database = database;
    this.#writer = new GroupCommit(database, () => this.#notify());
    const handle: Handle = { raw: database, orm: drizzle(database), journal: journalWriter(database) };
    this.#reader = makeReader(handle);
    this.#unit = makeUnit(handle, this.#reader, this.#writer);
    this.#dataVersion = this.#readDataVersion();
  }

  /** Why writes are refused since a commit failed; undefined while all is well. */
  get failure(): StorageError | undefined {
    return this.#writer.failure;
  }

  /** Runs a synchronous read on one consistent state. */
  read<T>(work: (reader: Reader) => T): T {
    return this.#database.transaction(() => work(this.#reader))();
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

  /** Finishes queued writes, folds the write-ahead log into the library file and closes it. */
  close(): void {
    if (!this.#database.open) return;
    this.#writer.flush();
    try {
      this.#database.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      this.#database.close();
      this.#lock?.release();
    }
  }

  #readDataVersion(): unknown {
    return this.#database.pragma('data_version', { simple: true });
  }

  #notify(): void {
    if (this.#listeners.size === 0) return;
    const seq = this.#reader.journal.last();
    for (const listener of this.#listeners) listener(seq);
  }
}

function makeReader(handle: Handle): Reader {
  return {
    documents: new DocumentReader(handle),
    revisions: new RevisionReader(handle),
    notebooks: new NotebookReader(handle),
    tags: new TagReader(handle),
    searchNotebooks: new SearchNotebookReader(handle),
    provenance: new ProvenanceReader(handle),
    search: new SearchReader(handle),
    journal: new JournalReader(handle.raw),
    meta: new MetaReader(handle),
  };
}

function makeUnit(handle: Handle, reader: Reader, writer: GroupCommit): UnitOfWork {
  return {
    ...reader,
    documents: new DocumentWriter(handle),
    notebooks: new NotebookWriter(handle),
    tags: new TagWriter(handle),
    searchNotebooks: new SearchNotebookWriter(handle),
    provenance: new ProvenanceWriter(handle),
    meta: new MetaWriter(handle),
    rehearse: (work) => writer.savepoint(work, true),
    afterCommit: (effect) => writer.addEffect(effect),
  };
}

/**
 * Opens the library of a data directory, making it when asked to and migrating an older one.
 *
 * @throws StorageError `missing`; `locked` by a server or a migration; `foreign`, `empty`, `newer` or `damaged`
 */
export function openStore(options: StoreOptions): Store {
  const paths = dataPaths(options.dataDir);
  if (!options.create) inspectFile(paths.database, SCHEMA_VERSION);
  makeDataDirectory(paths);
  const held = options.exclusive ? acquireLock(paths.lock, options.holder) : undefined;
  try {
    if (!existsSync(paths.database)) createLibrary(paths, options);
    const { version } = inspectFile(paths.database, SCHEMA_VERSION);
    const database = openDatabase(paths.database, { busyTimeoutMs: options.busyTimeoutMs ?? 50 });
    const lock = version < SCHEMA_VERSION && held === undefined ? acquireLock(paths.lock, options.holder) : undefined;
    try {
      migrate(database, paths.backups);
    } finally {
      lock?.release();
    }
    return new Store(paths, database, held);
  } catch (error) {
    held?.release();
    throw asStorageError(error);
  }
}

/** Makes the library beside its place and links it there when whole: a crash leaves no half-made library. */
function createLibrary(paths: DataPaths, options: StoreOptions): void {
  const draft = join(paths.tmp, `library-${randomBytes(8).toString('hex')}.db`);
  const database = openDatabase(draft, { create: true, busyTimeoutMs: 0 });
  try {
    migrate(database, paths.backups);
    const handle: Handle = { raw: database, orm: drizzle(database), journal: journalWriter(database) };
    const unit = makeUnit(handle, makeReader(handle), new GroupCommit(database, () => {}));
    database.transaction(() => options.initialise(unit))();
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
  const file = openSync(draft, 'r');
  fsyncSync(file);
  closeSync(file);
  publish(draft, paths.database);
  syncDirectory(paths.dataDir);
}

/** Gives the finished file its name, unless another process was first. */
function publish(draft: string, target: string): void {
  try {
    linkSync(draft, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const noHardLinks = code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP';
    if (noHardLinks && !existsSync(target)) renameSync(draft, target);
    else if (code !== 'EEXIST') throw new StorageError('read_only', 'the library cannot be made', error);
  }
  rmSync(draft, { force: true });
}
