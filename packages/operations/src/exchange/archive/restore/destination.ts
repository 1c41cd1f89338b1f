import { copyFileSync, existsSync, lstatSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ArchiveError } from '@notes/archive-manifest';
import { acquireLock, checkLibrary, dataPaths, type LibraryLock, StorageError, syncFile } from '@notes/storage';
import { resolveRealPath } from '../../../platform/outside-folder.js';
import type { Staging } from './staging.js';

/** Names that the folder of an untouched library may contain. */
const LIBRARY_ENTRY =
  /^(?:notes\.db(?:-wal|-shm)?|(?:(?:maintenance|sync)\.)?lock|blobs|tmp|backups|plans|imports|config\.toml)$/;
const SETTINGS = 'config.toml';

/** Target of a restore: a path without a folder, an empty folder, or a library without any changes. */
export class Destination {
  readonly path: string;
  /** Path to which the existing library is moved; null when there is none. */
  readonly aside: string | null;
  readonly #locks: readonly LibraryLock[];

  private constructor(path: string, aside: string | null, locks: readonly LibraryLock[]) {
    this.path = path;
    this.aside = aside;
    this.#locks = locks;
  }

  /**
   * Opens a target, and locks a library in it until `close`.
   *
   * @throws ArchiveError `archive_target_exists`; StorageError `locked` when the library is in use
   */
  static open(dataDir: string): Destination {
    const path = resolveRealPath(dataDir);
    refuseDangling(path);
    const names = listNames(path);
    if (names.length === 0) return new Destination(path, null, []);
    const isLibrary = names.includes('notes.db') && names.every((name) => LIBRARY_ENTRY.test(name));
    if (!isLibrary || !isUntouched(path)) throw notEmptyError(path);
    const { lock, maintenanceLock, syncLock } = dataPaths(path);
    const locks: LibraryLock[] = [];
    try {
      for (const each of [lock, maintenanceLock, syncLock])
        locks.push(acquireLock(each, `restore by process ${process.pid}`));
      // The locks keep others out from now on, but a write may have happened just before.
      if (!isUntouched(path)) throw notEmptyError(path);
      return new Destination(path, findFreeName(`${path}.before-restore`), locks);
    } catch (error) {
      for (const each of locks) each.release();
      throw error;
    }
  }

  /** Moves a restored library to the target. An existing library is kept beside it, except for its settings file. */
  install(staging: Staging): void {
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

  /** Releases the locks. Must always be called; may be called more than once. */
  close(): void {
    for (const lock of this.#locks) lock.release();
  }
}

/**
 * Refuses a path with a dangling symbolic link, since no folder can take its name.
 *
 * @param path path with all resolvable links followed
 */
function refuseDangling(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink())
    throw new ArchiveError('archive_target_exists', `${path} is a symbolic link to a path that does not exist`);
  if (found === undefined && dirname(path) !== path) refuseDangling(dirname(path));
}

function listNames(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) throw new ArchiveError('archive_target_exists', `${path} is not a folder`);
  return readdirSync(path);
}

const notEmptyError = (path: string) => new ArchiveError('archive_target_exists', `${path} is not empty`);

/** Returns true for a library without any changes. Changes nothing. Returns false for a library that cannot be read. */
function isUntouched(dataDir: string): boolean {
  try {
    return checkLibrary(dataDir, (library) => library.isUntouched());
  } catch (error) {
    if (error instanceof StorageError) return false;
    throw error;
  }
}

function findFreeName(path: string): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? path : `${path}-${n}`;
    if (!existsSync(name)) return name;
  }
}
