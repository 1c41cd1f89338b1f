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

/** What a restore that was stopped leaves to the next: its lock, and bytes of attachments, which are looked at again. */
const KEPT: ReadonlySet<string> = new Set(['lock', 'blobs']);

/** The folder beside a target in which its library is made. It is held by one process at a time. */
export class Staging {
  readonly paths: DataPaths;
  readonly #lock: LibraryLock;

  private constructor(paths: DataPaths, lock: LibraryLock) {
    this.paths = paths;
    this.#lock = lock;
  }

  /** @throws ArchiveError `archive_locked`; `archive_not_regular` where something else has its name */
  static open(target: string, snapshotId: string): Staging {
    const path = join(dirname(target), `${basename(target)}.restore-${snapshotId}`);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found !== undefined && !found.isDirectory())
      throw new ArchiveError('archive_not_regular', `${path} is in the way`);
    const paths = dataPaths(path);
    makeDataDirectory(paths);
    const lock = lockOf(paths);
    for (const name of readdirSync(path))
      if (!KEPT.has(name)) rmSync(join(path, name), { recursive: true, force: true });
    makeDataDirectory(paths);
    return new Staging(paths, lock);
  }

  /** Gives the folder the name of the target, where there is nothing, or an empty folder. */
  publish(target: string): void {
    const { dataDir, tmp } = this.paths;
    rmSync(tmp, { recursive: true, force: true });
    makeDataDirectory(this.paths);
    syncFile(dataDir);
    // Where folders with open files can be renamed, nobody else gets in before.
    if (process.platform === 'win32') this.#lock.release();
    rename(dataDir, target);
    this.#lock.release();
    syncFile(dirname(target));
  }

  /** Gives the folder up. */
  remove(): void {
    this.#lock.release();
    rmSync(this.paths.dataDir, { recursive: true, force: true });
  }

  /** Leaves what is there to the next restore of the archive to the target. */
  close(): void {
    this.#lock.release();
  }
}

/** Why a folder can never have the name it is for. */
const UNTAKEN: Readonly<Record<string, string>> = {
  ENOTEMPTY: 'was made meanwhile',
  EEXIST: 'was made meanwhile',
  ENOTDIR: 'was made meanwhile',
  EBUSY: 'is where a disk is mounted: name a folder in it',
  EXDEV: 'is on another disk than the folder it is in: name a folder in it',
};

function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = UNTAKEN[code ?? ''];
    if (reason === undefined) throw cause;
    throw new ArchiveError('archive_target_exists', `${to} ${reason}`, { cause });
  }
}

function lockOf({ lock }: DataPaths): LibraryLock {
  try {
    return acquireLock(lock, `process ${process.pid}`, { refusal: 'the archive is being restored there by' });
  } catch (error) {
    if (!(error instanceof StorageError && error.reason === 'locked')) throw error;
    throw new ArchiveError('archive_locked', error.message, { cause: error });
  }
}
