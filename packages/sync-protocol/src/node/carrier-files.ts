import { randomBytes } from 'node:crypto';
import { constants, type Dirent, type Stats } from 'node:fs';
import type fs from 'node:fs/promises';
import { join } from 'node:path';
import { CarrierError, type CarrierErrorCode } from '../carrier/carrier.js';

/** Functions of `node:fs/promises` that a directory carrier uses. Tests replace them to inject failures. */
export type CarrierFs = Pick<typeof fs, 'lstat' | 'mkdir' | 'open' | 'readdir' | 'rename' | 'unlink'>;

const NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const READ = constants.O_RDONLY | NOFOLLOW;
const CREATE = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | NOFOLLOW;
const OVERWRITE = constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC | NOFOLLOW;
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
/**
 * Milliseconds for which a folder that was checked is not checked again, because consecutive files often share their
 * folders.
 */
const FOLDER_SEEN_MS = 1_000;

/** Error codes of file systems that cannot sync a file or a folder. */
const CANNOT_SYNC: readonly (string | undefined)[] = ['EINVAL', 'ENOTSUP', 'ENOSYS', 'EPERM', 'EISDIR'];

/** Error codes of `open` when the last path component is a link. */
const IS_LINK: readonly (string | undefined)[] = ['ELOOP', 'EMLINK'];

/**
 * Files below a folder that unknown programs may also write to. Paths are relative and separated by `/`. No link below
 * the root is followed: every folder is checked, and files are opened with `O_NOFOLLOW` where the platform has it.
 */
export class CarrierFiles {
  readonly #root: string;
  readonly #fs: CarrierFs;
  /** Time of the last check of each folder, in milliseconds of `performance.now()`. */
  readonly #seen = new Map<string, number>();

  constructor(root: string, files: CarrierFs) {
    this.#root = root;
    this.#fs = files;
  }

  /** Reads a regular file of at most `most` bytes; returns null for anything else, or when it does not exist. */
  async read(path: string, most: number): Promise<Uint8Array | null> {
    if (!(await this.#isFolder(parentOf(path)))) return null;
    const handle = await unlessMissing(this.#fs.open(this.#at(path), READ)).catch((error: unknown) => {
      if (IS_LINK.includes(codeOf(error))) return null;
      throw naming(error);
    });
    if (handle === null) return null;
    try {
      const found = await handle.stat();
      if (!found.isFile() || found.size > most) return null;
      const bytes = new Uint8Array(found.size);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
      return bytesRead === bytes.length ? bytes : null;
    } catch (error) {
      if (codeOf(error) === 'EISDIR') return null;
      throw naming(error);
    } finally {
      await handle.close();
    }
  }

  /** Returns the entries of a folder; empty when it does not exist. */
  async entries(path: string): Promise<Dirent[]> {
    if (!(await this.#isFolder(path))) return [];
    return (await unlessMissing(this.#fs.readdir(this.#at(path), { withFileTypes: true })).catch(rethrow)) ?? [];
  }

  /** Returns the status of a file, folder or link, without following a link; null when it does not exist. */
  async look(path: string): Promise<Pick<Stats, 'size' | 'mtimeMs' | 'isFile'> | null> {
    return await unlessMissing(this.#fs.lstat(this.#at(path))).catch(rethrow);
  }

  /**
   * Stores a file durably and atomically: readers see all of its bytes or the former file. Only when `scratchFolder` is
   * on another file system, it is written in place.
   */
  async write(path: string, bytes: Uint8Array, scratchFolder: string): Promise<void> {
    await this.#makeFolder(parentOf(path));
    await this.#makeFolder(scratchFolder);
    const scratch = `${scratchFolder}/${randomBytes(12).toString('hex')}`;
    try {
      await this.#store(scratch, bytes, CREATE);
      if (await this.#moved(scratch, path)) await this.#syncFolder(parentOf(path));
      else await this.#storeInPlace(scratch, path, bytes);
    } catch (error) {
      this.#seen.clear();
      // A scratch file that cannot be removed is harmless, and is removed when it is old.
      await this.#fs.unlink(this.#at(scratch)).catch(() => undefined);
      throw naming(error);
    }
  }

  /** Removes a file durably; does nothing when it does not exist. */
  async remove(path: string): Promise<void> {
    if (!(await this.#isFolder(parentOf(path)))) return;
    await unlessMissing(this.#fs.unlink(this.#at(path))).catch(rethrow);
    await this.#syncFolder(parentOf(path));
  }

  #at(path: string): string {
    return path === '' ? this.#root : join(this.#root, path);
  }

  async #store(path: string, bytes: Uint8Array, flags: number): Promise<void> {
    const handle = await this.#fs.open(this.#at(path), flags, PRIVATE_FILE);
    try {
      await handle.writeFile(bytes);
      await ifItCan(handle.sync());
      const stored = Buffer.allocUnsafe(bytes.length + 1);
      const { bytesRead } = await handle.read(stored, 0, stored.length, 0);
      if (Buffer.compare(stored.subarray(0, bytesRead), bytes) !== 0)
        throw new CarrierError('unreachable', 'The sync folder returns other bytes than were written. Check the disk.');
    } finally {
      await handle.close();
    }
  }

  /** Renames a scratch file; returns false when the paths are on different file systems. */
  async #moved(scratch: string, path: string): Promise<boolean> {
    try {
      await this.#fs.rename(this.#at(scratch), this.#at(path));
      return true;
    } catch (error) {
      if (codeOf(error) === 'EXDEV') return false;
      throw error;
    }
  }

  /**
   * Overwrites a file in place, which is not atomic. The file's name contains the digest of its bytes, so readers
   * detect an incomplete file.
   */
  async #storeInPlace(scratch: string, path: string, bytes: Uint8Array): Promise<void> {
    await this.#store(path, bytes, OVERWRITE);
    await this.#syncFolder(parentOf(path));
    await this.#fs.unlink(this.#at(scratch));
  }

  async #isFolder(path: string): Promise<boolean> {
    for (const folder of foldersOf(path)) {
      if (this.#isSeen(folder)) continue;
      const found = await unlessMissing(this.#fs.lstat(this.#at(folder))).catch(rethrow);
      if (!found?.isDirectory()) return false;
      this.#seen.set(folder, performance.now());
    }
    return true;
  }

  #isSeen(folder: string): boolean {
    return (this.#seen.get(folder) ?? Number.NEGATIVE_INFINITY) > performance.now() - FOLDER_SEEN_MS;
  }

  async #makeFolder(path: string): Promise<void> {
    for (const folder of foldersOf(path)) {
      if (this.#isSeen(folder)) continue;
      const found = await unlessMissing(this.#fs.lstat(this.#at(folder))).catch(rethrow);
      if (found === null) await this.#makeOne(folder).catch(rethrow);
      else if (found.isDirectory()) this.#seen.set(folder, performance.now());
      else throw new CarrierError('refused', `${folder} in the sync folder is not a folder. Rename or remove it.`);
    }
  }

  async #makeOne(folder: string): Promise<void> {
    await this.#fs.mkdir(this.#at(folder), { mode: PRIVATE_FOLDER }).catch((error: unknown) => {
      // Another process made the folder first.
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    await this.#syncFolder(parentOf(folder));
  }

  async #syncFolder(path: string): Promise<void> {
    // Windows cannot open folders as files.
    if (process.platform === 'win32') return;
    const handle = await this.#fs.open(this.#at(path), path === '' ? constants.O_RDONLY : READ);
    try {
      await ifItCan(handle.sync());
    } finally {
      await handle.close();
    }
  }
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/**
 * Returns a path and its ancestors: `a`, `a/b` and `a/b/c` for `a/b/c`. The root is not checked, because the user chose
 * it; it may be a link.
 */
function foldersOf(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code;

async function unlessMissing<Value>(call: Promise<Value>): Promise<Value | null> {
  try {
    return await call;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
    throw error;
  }
}

async function ifItCan(sync: Promise<void>): Promise<void> {
  try {
    await sync;
  } catch (error) {
    if (!CANNOT_SYNC.includes(codeOf(error))) throw error;
  }
}

/** Carrier error code and message for each error code of a file system. */
const SAID: Readonly<Record<string, readonly [CarrierErrorCode, string]>> = {
  ENOSPC: ['full', 'its disk is full. Free some space'],
  EDQUOT: ['full', 'the disk quota is used up. Free some space'],
  EFBIG: ['full', 'its file system does not allow a file of this size'],
  EROFS: ['unreachable', 'it is read-only'],
  EACCES: ['unreachable', 'permission denied'],
  EPERM: ['unreachable', 'operation not permitted'],
  ENOTDIR: ['unreachable', 'it is a file, not a folder'],
  ENOENT: ['unreachable', 'it does not exist any more'],
  EIO: ['unreachable', 'its disk reports an input/output error'],
};

function naming(cause: unknown): unknown {
  const code = codeOf(cause);
  if (cause instanceof CarrierError || code === undefined) return cause;
  const [named, said] = SAID[code] ?? ['unreachable', `its file system reports ${code}`];
  return new CarrierError(named, `The sync folder cannot be used: ${said}.`, { cause });
}

function rethrow(error: unknown): never {
  throw naming(error);
}
