import { copyFileSync, existsSync, lstatSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ArchiveError } from '@notes/archive-manifest';
import { acquireLock, checkLibrary, dataPaths, type LibraryLock, StorageError, syncFile } from '@notes/storage';
import { realPathOf } from '../../outside-folder.js';
import type { Staging } from './staging.js';

/** What a library that nobody has written to may have in its folder. */
const OF_A_LIBRARY =
  /^(?:notes\.db(?:-wal|-shm)?|(?:(?:maintenance|sync)\.)?lock|blobs|tmp|backups|plans|imports|config\.toml)$/;
const SETTINGS = 'config.toml';

/** Where a library is to be restored: nothing is there, an empty folder, or a library that nobody has written to. */
export class Destination {
  readonly path: string;
  /** Where the library that is there is kept from then on; null where there is none. */
  readonly aside: string | null;
  readonly #locks: readonly LibraryLock[];

  private constructor(path: string, aside: string | null, locks: readonly LibraryLock[]) {
    this.path = path;
    this.aside = aside;
    this.#locks = locks;
  }

  /**
   * Looks at a folder, and keeps others from a library that is there until `close`.
   *
   * @throws ArchiveError `archive_target_exists`; StorageError `locked` when that library is in use
   */
  static open(dataDir: string): Destination {
    const path = realPathOf(dataDir);
    refuseDangling(path);
    const names = namesIn(path);
    if (names.length === 0) return new Destination(path, null, []);
    const isLibrary = names.includes('notes.db') && names.every((name) => OF_A_LIBRARY.test(name));
    if (!isLibrary || !isUntouched(path)) throw notEmpty(path);
    const { lock, maintenanceLock, syncLock } = dataPaths(path);
    const locks: LibraryLock[] = [];
    try {
      for (const each of [lock, maintenanceLock, syncLock])
        locks.push(acquireLock(each, `restore by process ${process.pid}`));
      // Nobody else gets in from now on, but may have just before.
      if (!isUntouched(path)) throw notEmpty(path);
      return new Destination(path, freeName(`${path}.before-restore`), locks);
    } catch (error) {
      for (const each of locks) each.release();
      throw error;
    }
  }

  /** Puts a library in its place; one that is there is kept beside it, but for its settings. */
  take(staging: Staging): void {
    if (this.aside === null) {
      staging.publish(this.path);
      return;
    }
    const settings = join(this.path, SETTINGS);
    if (existsSync(settings)) {
      copyFileSync(settings, join(staging.paths.dataDir, SETTINGS));
      syncFile(join(staging.paths.dataDir, SETTINGS));
    }
    if (process.platform === 'win32') this.close();
    renameSync(this.path, this.aside);
    try {
      staging.publish(this.path);
    } catch (error) {
      renameSync(this.aside, this.path);
      throw error;
    }
  }

  /** To be called in any case, more than once if need be. */
  close(): void {
    for (const lock of this.#locks) lock.release();
  }
}

/** @param path with its links followed: one that is left on the way leads nowhere, and no folder can take its name */
function refuseDangling(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) throw new ArchiveError('archive_target_exists', `${path} is a link that leads nowhere`);
  if (found === undefined && dirname(path) !== path) refuseDangling(dirname(path));
}

function namesIn(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) throw new ArchiveError('archive_target_exists', `${path} is no folder`);
  return readdirSync(path);
}

const notEmpty = (path: string) => new ArchiveError('archive_target_exists', `${path} is not empty`);

/** Changes nothing. A library that cannot be read is not to be touched. */
function isUntouched(dataDir: string): boolean {
  try {
    return checkLibrary(dataDir, (library) => library.isUntouched());
  } catch (error) {
    if (error instanceof StorageError) return false;
    throw error;
  }
}

function freeName(path: string): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? path : `${path}-${n}`;
    if (!existsSync(name)) return name;
  }
}
