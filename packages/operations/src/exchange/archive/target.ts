import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ArchiveError,
  EXPORT_FOLDER,
  EXPORT_OWNER_PATH,
  type IndexEntry,
  type Location,
  type Manifest,
  verifyArchive,
} from '@notes/archive-manifest';
import {
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
import { readFormerEntries, toKnownObject } from './read-former-entries.js';
import { isGone } from './scratch-folder.js';

interface TargetOptions extends Required<Pick<ArchiveWriterOptions, 'layout'>> {
  readonly databaseId: string;
  /** Reads all existing files again instead of a limited number of bytes. */
  readonly isParanoid: boolean;
}

/** Verification level that compares the sizes of all files. */
const STAGED_LEVEL = 2;

/**
 * Folder that receives an archive, held by one process at a time. Written objects are recorded beside the lock, so that
 * an export stopped at any instant can be resumed.
 */
export class ArchiveTarget {
  readonly writer: ArchiveWriter;
  readonly #directory: string;
  readonly #layout: TargetOptions['layout'];
  readonly #digests = new DigestThread();
  #known: KnownObjects | undefined;
  #lock: LibraryLock | undefined;

  private constructor(directory: string, { layout, isParanoid }: TargetOptions) {
    this.#directory = directory;
    this.#layout = layout;
    makeFolder(directory);
    this.writer = new ArchiveWriter(directory, {
      layout,
      digests: this.#digests,
      ...(isParanoid && { rereadBytes: Number.POSITIVE_INFINITY }),
      findLocation: (kind, sha256) => this.#find(kind, sha256),
      onEntries: (entries) => this.#recordEntries(entries),
    });
  }

  /**
   * Locks the folder for this process. A refused folder is not touched.
   *
   * @throws ArchiveError as {@link checkTarget}; `archive_locked`
   */
  static async open(directory: string, options: TargetOptions): Promise<ArchiveTarget> {
    checkTarget(directory, options.databaseId);
    const target = new ArchiveTarget(directory, options);
    try {
      target.#lock = lockFolder(directory);
      // Another export may have ended here just before.
      const state = checkTarget(directory, options.databaseId);
      recordOwner(directory, options.databaseId);
      target.#digests.start();
      target.#known = new KnownObjects(target.#pathFor('known.db'));
      if (state.kind === 'archive')
        for await (const entries of readFormerEntries(directory, state.manifest)) target.#addFormerEntries(entries);
      return target;
    } catch (error) {
      target.close();
      throw error;
    }
  }

  /**
   * Makes the written objects the archive of the folder.
   *
   * @throws ArchiveError as {@link commitWritten}
   */
  async commit(manifest: Manifest): Promise<void> {
    await commitWritten(this.#directory, this.writer, manifest);
    this.#known?.close();
    for (const file of this.#known?.files ?? []) rmSync(file, { force: true });
    rmSync(join(this.#directory, EXPORT_OWNER_PATH), { force: true });
    this.#lock?.remove();
    this.#lock = undefined;
  }

  /** Releases all resources. Must always be called; may be called more than once. */
  close(): void {
    this.#known?.close();
    this.#lock?.release();
    this.writer.close();
    this.#digests.close();
  }

  /** Starts reading the existing files ahead while the records are made, since most records are in them. */
  #addFormerEntries(entries: readonly IndexEntry[]): void {
    this.#known?.add(entries.map(toKnownObject));
    for (const { location } of entries)
      if (location.path !== undefined && this.#isUsable(location)) this.writer.prefetch(location.path);
  }

  /** Records new entries only, since each commit waits for the disk. */
  #recordEntries(entries: readonly IndexEntry[]): void {
    const known = this.#known;
    const fresh = entries
      .map(toKnownObject)
      .filter(({ kind, sha256, location }) => known?.find(kind, sha256) !== location);
    if (fresh.length > 0) known?.add(fresh);
  }

  #pathFor(name: string): string {
    return join(this.#directory, EXPORT_FOLDER, name);
  }

  #find(kind: string, sha256: string): Location | undefined {
    const found = this.#known?.find(kind, sha256);
    const location = found === undefined ? undefined : (JSON.parse(found) as Location);
    return location !== undefined && this.#isUsable(location) ? location : undefined;
  }

  /** Packs are useless when the layout requires one file per object. */
  #isUsable({ layout }: Location): boolean {
    return this.#layout === 'auto' || layout === 'fanout';
  }
}

/**
 * Checks that the archive of a library may be written into a folder: an empty folder, an archive of this library, or an
 * unfinished export of it. Changes nothing.
 *
 * @throws ArchiveError `archive_target_not_empty`, `archive_not_regular`
 */
export function checkTarget(directory: string, databaseId: string): TargetState {
  const state = readTargetState(directory);
  if (state.kind === 'archive' && state.manifest.snapshot.database_id !== databaseId)
    throw new ArchiveError('archive_target_not_empty', `${directory} contains an archive of another library`);
  if (state.kind === 'unfinished' && (state.databaseId ?? databaseId) !== databaseId)
    throw new ArchiveError('archive_target_not_empty', `${directory} contains an unfinished export of another library`);
  if (state.kind === 'unfinished' && !state.isLocked)
    throw new ArchiveError(
      'archive_target_not_empty',
      `${directory} contains a folder ${EXPORT_FOLDER} without a lock file`,
    );
  return state;
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
    const { problems } = await verifyArchive(archive, options);
    if (problems[0] !== undefined)
      throw new ArchiveError(problems[0].code, `The written archive is incomplete: ${problems[0].detail}`);
  } finally {
    archive.close();
  }
  writer.commit();
}

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
      return acquireLock(join(folder, 'lock'), `process ${process.pid}`, {
        refusal: 'This folder is being written by',
      });
    } catch (error) {
      if (error instanceof StorageError && error.reason === 'locked')
        throw new ArchiveError('archive_locked', error.message, { cause: error });
      if (!isGone(error) || tries === MAX_LOCK_ATTEMPTS) throw error;
    }
  }
}
