import { randomBytes } from 'node:crypto';
import { constants, type Dirent, type Stats } from 'node:fs';
import type fs from 'node:fs/promises';
import { join } from 'node:path';
import { CarrierError, type CarrierErrorCode } from '../carrier/carrier.js';

/** What of `node:fs/promises` a directory carrier is read and written by, so that a test can make any of it fail. */
export type CarrierFs = Pick<typeof fs, 'lstat' | 'mkdir' | 'open' | 'readdir' | 'rename' | 'unlink'>;

const NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const READ = constants.O_RDONLY | NOFOLLOW;
const CREATE = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | NOFOLLOW;
const OVERWRITE = constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC | NOFOLLOW;
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
/** A folder that was just seen to be one is not looked at again for so long: many files in a row share theirs. */
const FOLDER_SEEN_MS = 1_000;

/** What a file system answers that has no such thing as syncing a file or a folder. */
const CANNOT_SYNC: readonly (string | undefined)[] = ['EINVAL', 'ENOTSUP', 'ENOSYS', 'EPERM', 'EISDIR'];

/** What an open answers where the last component is a link. */
const IS_LINK: readonly (string | undefined)[] = ['ELOOP', 'EMLINK'];

/**
 * Files below a folder that programs unknown to us write to as well. Paths are relative and parted by `/`. No link is
 * followed: every component is looked at, and the last is opened as no link.
 */
export class CarrierFiles {
  readonly #root: string;
  readonly #fs: CarrierFs;
  /** When each folder was last seen to be one, by the clock of `performance`. */
  readonly #seen = new Map<string, number>();

  constructor(root: string, files: CarrierFs) {
    this.#root = root;
    this.#fs = files;
  }

  /** The bytes of a regular file of at most `most` bytes; null for anything else, and where there is nothing. */
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

  /** What is in a folder; nothing where there is none. */
  async entries(path: string): Promise<Dirent[]> {
    if (!(await this.#isFolder(path))) return [];
    return (await unlessMissing(this.#fs.readdir(this.#at(path), { withFileTypes: true })).catch(rethrow)) ?? [];
  }

  /** The size and age of what is there, of a link itself; null where there is nothing. */
  async look(path: string): Promise<Pick<Stats, 'size' | 'mtimeMs' | 'isFile'> | null> {
    return await unlessMissing(this.#fs.lstat(this.#at(path))).catch(rethrow);
  }

  /** Stores bytes under a path, durably and whole: whoever reads sees all of them or what was there before. */
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
      // What stays behind is in nobody's way, and is removed when it is old.
      await this.#fs.unlink(this.#at(scratch)).catch(() => undefined);
      throw naming(error);
    }
  }

  /** Removes a file, durably; one that is not there is fine. */
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
        throw new CarrierError('unreachable', 'what was written to the carrier reads otherwise');
    } finally {
      await handle.close();
    }
  }

  /** False where scratch and place are on different file systems. */
  async #moved(scratch: string, path: string): Promise<boolean> {
    try {
      await this.#fs.rename(this.#at(scratch), this.#at(path));
      return true;
    } catch (error) {
      if (codeOf(error) === 'EXDEV') return false;
      throw error;
    }
  }

  /** Not whole at once; but a name says the digest of its bytes, so that nobody takes a part for the whole. */
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
      else throw new CarrierError('refused', 'where a folder of the carrier should be is something else');
    }
  }

  async #makeOne(folder: string): Promise<void> {
    await this.#fs.mkdir(this.#at(folder), { mode: PRIVATE_FOLDER }).catch((error: unknown) => {
      // Somebody was quicker.
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    await this.#syncFolder(parentOf(folder));
  }

  async #syncFolder(path: string): Promise<void> {
    // Windows has no descriptors of folders.
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

/** `a`, `a/b` and `a/b/c` of `a/b/c`. The root itself is the user's choice, links and all. */
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

/** What a file system answers, in words for whoever keeps the folder. */
const SAID: Readonly<Record<string, readonly [CarrierErrorCode, string]>> = {
  ENOSPC: ['full', 'its disk is full'],
  EDQUOT: ['full', 'its disk quota is used up'],
  EFBIG: ['full', 'its disk holds no file of this size'],
  EROFS: ['unreachable', 'it is read-only'],
  EACCES: ['unreachable', 'it may not be read or written: permission denied'],
  EPERM: ['unreachable', 'it may not be read or written: operation not permitted'],
  ENOTDIR: ['unreachable', 'it is a file, not a folder'],
  ENOENT: ['unreachable', 'it is not there any more'],
  EIO: ['unreachable', 'its disk answers with an input/output error'],
};

function naming(cause: unknown): unknown {
  const code = codeOf(cause);
  if (cause instanceof CarrierError || code === undefined) return cause;
  const [named, said] = SAID[code] ?? ['unreachable', `it answers ${code}`];
  return new CarrierError(named, `the folder of the carrier cannot be used: ${said}`, { cause });
}

function rethrow(error: unknown): never {
  throw naming(error);
}
