import { readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  ArchiveError,
  type ByteReader,
  EXPORT_FOLDER,
  EXPORT_OWNER_PATH,
  type IndexEntry,
  type Location,
  locateObject,
  type Manifest,
  type StoredObject,
  verifyArchive,
} from '@notes/archive-manifest';
import {
  type ArchiveFolder,
  ArchiveWriter,
  type ArchiveWriterOptions,
  checkFolder,
  DigestThread,
  nodeSha256,
  openArchive,
  readTargetState,
  STAGED_MANIFEST_PATH,
  type TargetState,
} from '@notes/archive-manifest/node';
import { acquireLock, KnownObjects, type LibraryLock, makeFolder, StorageError } from '@notes/storage';
import { createFolders } from '@notes/storage/folders';
import { sha256 } from '../../platform/sha256.js';
import { OutdatedExport } from './outdated-export.js';
import { readFormerEntries, toKnownObject } from './read-former-entries.js';
import { readKnownEntries } from './read-known-entries.js';
import { isGone } from './scratch-folder.js';
import { stampFiles } from './stamp-files.js';

interface TargetOptions extends Required<Pick<ArchiveWriterOptions, 'layout' | 'compress'>> {
  readonly databaseId: string;
  /** Purpose of the archive to write. */
  readonly target: Manifest['snapshot']['target'];
}

/** Options of the writing into a target. */
export interface WritingOptions extends Pick<ArchiveWriterOptions, 'onRecords'> {
  /**
   * Existing files to read again: `some` up to a number of bytes; `none` where the caller knows that an export wrote
   * them and nobody did since.
   */
  readonly reread: 'none' | 'some' | 'all';
  /** Expected size of the records to write; omitted when it is not known. */
  readonly recordBytes?: number | undefined;
}

const REREAD_BYTES = { none: 0, some: undefined, all: Number.POSITIVE_INFINITY } as const;

/** Largest number of locations held in memory, some 10 MiB. */
const MAX_HELD_LOCATIONS = 20_000;

/**
 * Size of records in bytes from which the written files are read back on another thread. For fewer, the thread takes
 * more processor time to start than to read.
 */
const LARGE_BYTES = 128 * 1024 * 1024;

/** Verification level that compares the sizes of all files. */
const STAGED_LEVEL = 2;

/**
 * Folder that receives an archive, held by one process at a time. Written objects are recorded beside the lock, so that
 * an export stopped at any instant can be resumed.
 */
export class ArchiveTarget {
  /** Manifest of the archive in the folder; null where there is none. */
  readonly formerManifest: Manifest | null;
  readonly #directory: string;
  readonly #options: TargetOptions;
  readonly #lock: LibraryLock;
  /** Earlier archive, once one of its objects was read. */
  #former: ArchiveFolder | undefined;
  /** Locations of the first objects of the earlier archive, by digest; those of the others are on disk. */
  readonly #locations = { records: new Map<string, Location>(), blob: new Map<string, Location>() };
  /** Memory for an object. */
  #held = new Uint8Array(0);
  #writing:
    | { readonly writer: ArchiveWriter; readonly known: KnownObjects; readonly digests: DigestThread | null }
    | undefined;

  private constructor(directory: string, options: TargetOptions) {
    this.#directory = directory;
    this.#options = options;
    makeFolder(directory);
    this.#lock = lockFolder(directory);
    try {
      // Another export may have ended here just before.
      const state = checkTarget(directory, options);
      this.formerManifest = state.kind === 'archive' ? state.manifest : null;
    } catch (error) {
      this.#lock.release();
      throw error;
    }
  }

  /**
   * Locks the folder for this process. A refused folder is not touched.
   *
   * @throws ArchiveError as {@link checkTarget}; `archive_locked`
   */
  static open(directory: string, options: TargetOptions): ArchiveTarget {
    checkTarget(directory, options);
    return new ArchiveTarget(directory, options);
  }

  /** True when the folder has files of an export that was stopped. */
  get hasLeftovers(): boolean {
    return readdirSync(this.#pathFor('')).some((name) => !name.startsWith(LOCK));
  }

  /** Computes a digest of the files of an archive in the folder: see {@link stampFiles}. */
  stamp(manifest: Manifest): Promise<string | null> {
    return stampFiles(this.#directory, manifest);
  }

  /** Prepares the folder for the records and blobs of an export. */
  async startWriting({ reread, onRecords, recordBytes = LARGE_BYTES }: WritingOptions): Promise<ArchiveWriter> {
    this.#stopWriting();
    recordOwner(this.#directory, this.#options.databaseId);
    const digests = recordBytes < LARGE_BYTES ? null : new DigestThread();
    const rereadBytes = REREAD_BYTES[reread];
    const known = new KnownObjects(this.#pathFor('known.db'));
    const writer = new ArchiveWriter(this.#directory, {
      layout: this.#options.layout,
      compress: this.#options.compress,
      ...(digests && { digests }),
      ...(rereadBytes !== undefined && { rereadBytes }),
      ...(onRecords && { onRecords }),
      findLocation: (kind, sha256) => this.#find(kind, sha256),
      onEntries: (entries) => this.#recordEntries(entries),
    });
    this.#writing = { writer, known, digests };
    void digests?.start();
    for await (const entries of this.#readFormerEntries(reread)) this.#addFormerEntries(entries);
    return writer;
  }

  async *#readFormerEntries(reread: WritingOptions['reread']): AsyncGenerator<readonly IndexEntry[]> {
    const manifest = this.formerManifest;
    if (manifest === null) return;
    if (reread !== 'none') yield* readFormerEntries(this.#directory, manifest);
    else for (const object of manifest.index) yield attemptKnownEntries(this.#directory, object);
  }

  /**
   * Reads an object of the earlier archive.
   *
   * @returns its bytes, valid until the next call; null for an object that the archive does not have in this layout
   * @throws OutdatedExport for bytes that do not match their digest
   */
  async readFormerObject(kind: IndexEntry['kind'], stored: Omit<StoredObject, 'location'>): Promise<Uint8Array | null> {
    const location = this.#find(kind, stored.sha256);
    if (location === undefined) return null;
    const { path, pack } = locateObject({ ...stored, location });
    this.#former ??= openArchive(this.#directory);
    if (this.#held.length < stored.size_bytes) this.#held = new Uint8Array(stored.size_bytes);
    const bytes = this.#held.subarray(0, stored.size_bytes);
    let size = 0;
    for (let read = 1; read > 0 && size < bytes.length; size += read)
      read = (await this.#former.readInto?.(path, (pack?.offset ?? 0) + size, bytes.subarray(size))) ?? 0;
    if (size < bytes.length || sha256(bytes) !== stored.sha256)
      throw new OutdatedExport(`The object ${stored.sha256} of the earlier archive is damaged`);
    return bytes;
  }

  /**
   * Makes the written objects the archive of the folder.
   *
   * @throws ArchiveError as {@link commitWritten}
   */
  async commit(manifest: Manifest): Promise<void> {
    if (this.#writing === undefined) throw new TypeError('Nothing was written');
    const { writer, known } = this.#writing;
    await commitWritten(this.#directory, writer, manifest);
    known.close();
    for (const file of known.files) rmSync(file, { force: true });
    rmSync(join(this.#directory, EXPORT_OWNER_PATH), { force: true });
    this.#lock.remove();
  }

  /** Releases an unchanged archive. */
  leaveUnchanged(): void {
    this.#lock.remove();
    rmdirSync(this.#pathFor(''));
  }

  /** Releases all resources. Must always be called; may be called more than once. */
  close(): void {
    this.#lock.release();
    this.#former?.close();
    this.#stopWriting();
  }

  #stopWriting(): void {
    this.#writing?.known.close();
    this.#writing?.writer.close();
    this.#writing?.digests?.close();
    this.#writing = undefined;
    this.#locations.records.clear();
    this.#locations.blob.clear();
  }

  /** Starts reading the existing files ahead while the records are made, since most records are in them. */
  #addFormerEntries(entries: readonly IndexEntry[]): void {
    const { records, blob } = this.#locations;
    if (records.size + blob.size + entries.length > MAX_HELD_LOCATIONS)
      this.#writing?.known.add(entries.map(toKnownObject));
    else for (const { kind, sha256, location } of entries) this.#locations[kind].set(sha256, location);
    for (const { location } of entries)
      if (location.path !== undefined && this.#isUsable(location)) this.#writing?.writer.prefetch(location.path);
  }

  /** Records new entries only, since each commit waits for the disk. */
  #recordEntries(entries: readonly IndexEntry[]): void {
    const fresh = entries.filter(({ kind, sha256, location }) => {
      const found = this.#find(kind, sha256);
      return found === undefined || !isDeepStrictEqual(found, location);
    });
    if (fresh.length > 0) this.#writing?.known.add(fresh.map(toKnownObject));
  }

  #pathFor(name: string): string {
    return join(this.#directory, EXPORT_FOLDER, name);
  }

  #find(kind: IndexEntry['kind'], sha256: string): Location | undefined {
    const location = this.#locations[kind].get(sha256) ?? this.#findOnDisk(kind, sha256);
    return location !== undefined && this.#isUsable(location) ? location : undefined;
  }

  #findOnDisk(kind: IndexEntry['kind'], sha256: string): Location | undefined {
    const found = this.#writing?.known.find(kind, sha256);
    return found === undefined ? undefined : (JSON.parse(found) as Location);
  }

  /** Packs are useless when the layout requires one file per object. */
  #isUsable({ layout }: Location): boolean {
    return this.#options.layout === 'auto' || layout === 'fanout';
  }
}

/**
 * Checks that the archive of a library may be written into a folder: an empty folder, an archive of this library, or an
 * unfinished export of it. A selection never takes the place of the whole library. Changes nothing.
 *
 * @throws ArchiveError `archive_target_not_empty`, `archive_not_regular`
 */
export function checkTarget(
  directory: string,
  { databaseId, target }: Pick<TargetOptions, 'databaseId' | 'target'>,
): TargetState {
  const state = readTargetState(directory);
  if (state.kind === 'archive' && state.manifest.snapshot.database_id !== databaseId)
    throw new ArchiveError('archive_target_not_empty', `${directory} contains an archive of another library`);
  if (state.kind === 'archive' && state.manifest.snapshot.target === 'full_archive' && target !== 'full_archive')
    throw new ArchiveError(
      'archive_target_not_empty',
      `${directory} holds an archive of the whole library, and a selection would take its place`,
      { advice: 'Choose another folder.' },
    );
  if (state.kind === 'unfinished' && (state.databaseId ?? databaseId) !== databaseId)
    throw new ArchiveError('archive_target_not_empty', `${directory} contains an unfinished export of another library`);
  if (state.kind === 'unfinished' && !state.isLocked)
    throw new ArchiveError(
      'archive_target_not_empty',
      `${directory} contains a folder ${EXPORT_FOLDER} without a lock file`,
    );
  return state;
}

/** Returns no entries for an index object that cannot be read, so that its objects are written again. */
function attemptKnownEntries(directory: string, object: Manifest['index'][number]): readonly IndexEntry[] {
  try {
    return readKnownEntries(directory, object);
  } catch {
    return [];
  }
}

/** Records the library of an export, so that another library does not resume it after an interruption. */
function recordOwner(directory: string, databaseId: string): void {
  const path = join(directory, EXPORT_OWNER_PATH);
  rmSync(path, { force: true });
  writeFileSync(path, `${databaseId}\n`, { flag: 'wx', mode: 0o600 });
}

/**
 * Checks that every written file is complete and commits the manifest.
 *
 * @throws ArchiveError with the code of the first problem
 */
export async function commitWritten(directory: string, writer: ArchiveWriter, manifest: Manifest): Promise<void> {
  writer.stage(manifest);
  const archive = openArchive(directory);
  try {
    const options = { level: STAGED_LEVEL, hash: nodeSha256, manifestPath: STAGED_MANIFEST_PATH } as const;
    // Extra files do not matter here, so they are not counted.
    const reader: ByteReader = {
      size: (path) => archive.size(path),
      read: (path, offset, length) => archive.read(path, offset, length),
    };
    const { problems } = await verifyArchive(reader, options);
    if (problems[0] !== undefined)
      throw new ArchiveError(problems[0].code, `The written archive is incomplete: ${problems[0].detail}`);
  } finally {
    archive.close();
  }
  writer.commit();
}

/** Name of the lock file. SQLite adds its own files beside it. */
const LOCK = 'lock';
/** Attempts to take the lock while other processes remove its folder. */
const MAX_LOCK_ATTEMPTS = 100;

/**
 * Locks a folder against other exports. The lock lies in a subfolder, which the last holder removes.
 *
 * @throws ArchiveError `archive_locked`; `archive_not_regular` when a link has the name of that subfolder
 */
export function lockFolder(directory: string): LibraryLock {
  const folder = join(directory, EXPORT_FOLDER);
  checkFolder(folder);
  for (let tries = 1; ; tries += 1) {
    try {
      createFolders(folder, 0o700);
      return acquireLock(join(folder, LOCK), `process ${process.pid}`, {
        refusal: 'This folder is being written by',
      });
    } catch (error) {
      if (error instanceof StorageError && error.reason === 'locked')
        throw new ArchiveError('archive_locked', error.message, { cause: error });
      if (!isGone(error) || tries === MAX_LOCK_ATTEMPTS) throw error;
    }
  }
}
