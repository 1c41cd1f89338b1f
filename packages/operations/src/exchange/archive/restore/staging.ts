import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ArchiveError } from '@notes/archive-manifest';
import {
  acquireLock,
  type DataPaths,
  dataPaths,
  type LibraryLock,
  makeDataDirectory,
  StorageError,
  syncFile,
} from '@notes/storage';

/** Files of a stopped restore that the next one reuses: its lock, and blobs, which are verified again. */
const KEPT: ReadonlySet<string> = new Set(['lock', 'blobs']);

/** Folder beside a target in which the library is built. One process holds it at a time. */
export class Staging {
  readonly paths: DataPaths;
  readonly #lock: LibraryLock;

  private constructor(paths: DataPaths, lock: LibraryLock) {
    this.paths = paths;
    this.#lock = lock;
  }

  /**
   * Opens the staging folder and removes the rest of an earlier restore except its blobs.
   *
   * @throws ArchiveError `archive_locked`; `archive_not_regular` when something other than a folder has its name
   */
  static open(target: string, snapshotId: string): Staging {
    const path = join(dirname(target), `${basename(target)}.restore-${snapshotId}`);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found !== undefined && !found.isDirectory())
      throw new ArchiveError(
        'archive_not_regular',
        `${path} is not a folder, but the restore needs a folder at this path`,
      );
    const paths = dataPaths(path);
    makeDataDirectory(paths);
    const lock = lockStaging(paths);
    for (const name of readdirSync(path))
      if (!KEPT.has(name)) rmSync(join(path, name), { recursive: true, force: true });
    makeDataDirectory(paths);
    return new Staging(paths, lock);
  }

  /** Renames the folder to the target, which must be missing or an empty folder. */
  publish(target: string): void {
    const { dataDir, tmp } = this.paths;
    rmSync(tmp, { recursive: true, force: true });
    makeDataDirectory(this.paths);
    syncFile(dataDir);
    // Windows does not rename folders with open files. On other systems the lock is held during the rename.
    if (process.platform === 'win32') this.#lock.release();
    rename(dataDir, target);
    this.#lock.release();
    syncFile(dirname(target));
  }

  /** Removes the folder. */
  remove(): void {
    this.#lock.release();
    rmSync(this.paths.dataDir, { recursive: true, force: true });
  }

  /** Releases the lock and leaves the blobs to the next restore of the archive to the target. */
  close(): void {
    this.#lock.release();
  }
}

/** Reasons why a folder cannot be renamed to the target, by error code. */
const RENAME_REFUSALS: Readonly<Record<string, string>> = {
  ENOTEMPTY: 'was created during the restore',
  EEXIST: 'was created during the restore',
  ENOTDIR: 'was created during the restore',
  EBUSY: 'is a mount point. Choose a folder in it',
  EXDEV: 'is on another disk than its parent folder. Choose a folder in it',
};

function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = RENAME_REFUSALS[code ?? ''];
    if (reason === undefined) throw cause;
    throw new ArchiveError('archive_target_exists', `${to} ${reason}`, { cause });
  }
}

function lockStaging({ lock }: DataPaths): LibraryLock {
  try {
    return acquireLock(lock, `process ${process.pid}`, { refusal: 'The archive is being restored to this folder by' });
  } catch (error) {
    if (!(error instanceof StorageError && error.reason === 'locked')) throw error;
    throw new ArchiveError('archive_locked', error.message, { cause: error });
  }
}
