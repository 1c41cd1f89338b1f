import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  ArchiveError,
  EXPORT_FOLDER,
  type IndexEntry,
  type Location,
  type Manifest,
  verifyArchive,
} from '@notes/archive-manifest';
import {
  ArchiveWriter,
  type ArchiveWriterOptions,
  DigestThread,
  nodeSha256,
  openArchive,
  STAGED_MANIFEST_PATH,
} from '@notes/archive-manifest/node';
import { acquireLock, KnownObjects, type LibraryLock, StorageError } from '@notes/storage';
import { formerEntries, knownOf } from './former.js';
import { isGone } from './scratch-folder.js';

interface TargetOptions extends Required<Pick<ArchiveWriterOptions, 'layout'>> {
  readonly databaseId: string;
  /** Reads all that is there already, instead of so much as is quick. */
  readonly isParanoid: boolean;
}

/** The sizes of all files. */
const STAGED_LEVEL = 2;

/**
 * The folder an archive is written into, held by one process at a time. What was written is noted beside the lock, so that
 * an export that was stopped, at any instant, goes on where it was.
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
    this.writer = new ArchiveWriter(directory, {
      layout,
      digests: this.#digests,
      ...(isParanoid && { rereadBytes: Number.POSITIVE_INFINITY }),
      known: (kind, sha256) => this.#find(kind, sha256),
      onEntries: (entries) => this.#note(entries),
    });
  }

  /** @throws ArchiveError `archive_target_not_empty`, `archive_locked` */
  static async open(directory: string, options: TargetOptions): Promise<ArchiveTarget> {
    const target = new ArchiveTarget(directory, options);
    try {
      target.#lock = lockFolder(directory);
      target.#digests.start();
      target.#known = new KnownObjects(target.#at('known.db'));
      for await (const entries of formerEntries(directory, options.databaseId)) target.#learn(entries);
      return target;
    } catch (error) {
      target.close();
      throw error;
    }
  }

  /**
   * Makes what was written the archive of the folder.
   *
   * @throws what {@link commitWritten} throws
   */
  async commit(manifest: Manifest): Promise<void> {
    await commitWritten(this.#directory, this.writer, manifest);
    this.#known?.close();
    for (const file of this.#known?.files ?? []) rmSync(file, { force: true });
    this.#lock?.remove();
    this.#lock = undefined;
  }

  /** To be called in any case, more than once if need be. */
  close(): void {
    this.#known?.close();
    this.#lock?.release();
    this.writer.close();
    this.#digests.close();
  }

  /** Their files begin to be read, while the records are made that are in them for the most part. */
  #learn(entries: readonly IndexEntry[]): void {
    this.#known?.add(entries.map(knownOf));
    for (const { location } of entries)
      if (location.path !== undefined && this.#isOfUse(location)) this.writer.expect(location.path);
  }

  /** Each commit waits for the disk, so that what is noted already is left as it is. */
  #note(entries: readonly IndexEntry[]): void {
    const known = this.#known;
    const fresh = entries.map(knownOf).filter(({ kind, sha256, location }) => known?.find(kind, sha256) !== location);
    if (fresh.length > 0) known?.add(fresh);
  }

  #at(name: string): string {
    return join(this.#directory, EXPORT_FOLDER, name);
  }

  #find(kind: string, sha256: string): Location | undefined {
    const found = this.#known?.find(kind, sha256);
    const location = found === undefined ? undefined : (JSON.parse(found) as Location);
    return location !== undefined && this.#isOfUse(location) ? location : undefined;
  }

  /** Packs are none where every object is to be a file. */
  #isOfUse({ layout }: Location): boolean {
    return this.#layout === 'auto' || layout === 'fanout';
  }
}

/**
 * Makes what was written the archive of the folder, once every file is found to be there.
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
      throw new ArchiveError(problems[0].code, `what was written is not whole: ${problems[0].detail}`);
  } finally {
    archive.close();
  }
  writer.commit();
}

/** So often another may remove the folder of the lock, as the last of those who held it, before it is held here. */
const TRIES = 100;

/** Keeps other exports from a folder, by a lock in one within it that goes with the last of them. */
export function lockFolder(directory: string): LibraryLock {
  for (let tries = 1; ; tries += 1) {
    try {
      mkdirSync(join(directory, EXPORT_FOLDER), { recursive: true, mode: 0o700 });
      return acquireLock(join(directory, EXPORT_FOLDER, 'lock'), `process ${process.pid}`, {
        refusal: 'this folder is written to by',
      });
    } catch (error) {
      if (error instanceof StorageError && error.reason === 'locked')
        throw new ArchiveError('archive_locked', error.message, { cause: error });
      if (!isGone(error) || tries === TRIES) throw error;
    }
  }
}
