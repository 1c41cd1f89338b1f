import { randomBytes } from 'node:crypto';
import { constants, type Dirent, type Stats } from 'node:fs';
import type fs from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { constants as osConstants } from 'node:os';
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
const FOLDER_CHECK_MS = 1_000;
/** Bytes of a stored file that are compared at once. */
const COMPARED_BYTES = 128 * 1024;

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
  readonly #checkedAt = new Map<string, number>();

  constructor(root: string, files: CarrierFs) {
    this.#root = root;
    this.#fs = files;
  }

  /** Reads a regular file of at most `maxBytes` bytes; returns null for anything else, or when it does not exist. */
  async read(path: string, maxBytes: number): Promise<Uint8Array | null> {
    if (!(await this.#isFolder(getParentPath(path)))) return null;
    const handle = await nullIfMissing(this.#fs.open(this.#at(path), READ)).catch((error: unknown) => {
      if (IS_LINK.includes(getErrorCode(error))) return null;
      throw toCarrierError(error);
    });
    if (handle === null) return null;
    try {
      const found = await handle.stat();
      if (!found.isFile() || found.size > maxBytes) return null;
      const bytes = new Uint8Array(found.size);
      return (await fill(handle, bytes)) ? bytes : null;
    } catch (error) {
      if (getErrorCode(error) === 'EISDIR') return null;
      throw toCarrierError(error);
    } finally {
      await handle.close();
    }
  }

  /** Returns the entries of a folder; empty when it does not exist. */
  async entries(path: string): Promise<Dirent[]> {
    if (!(await this.#isFolder(path))) return [];
    return (await nullIfMissing(this.#fs.readdir(this.#at(path), { withFileTypes: true })).catch(rethrow)) ?? [];
  }

  /** Returns the status of a file, folder or link, without following a link; null when it does not exist. */
  async stat(path: string): Promise<Pick<Stats, 'size' | 'mtimeMs' | 'isFile'> | null> {
    return await nullIfMissing(this.#fs.lstat(this.#at(path))).catch(rethrow);
  }

  /**
   * Stores a file durably and atomically: readers see all of its bytes or the former file. Only when `scratchFolder` is
   * on another file system, it is written in place.
   */
  async write(path: string, bytes: Uint8Array, scratchFolder: string): Promise<void> {
    await this.#ensureFolder(getParentPath(path));
    await this.#ensureFolder(scratchFolder);
    const scratch = `${scratchFolder}/${randomBytes(12).toString('hex')}`;
    try {
      await this.#store(scratch, bytes, CREATE);
      if (await this.#tryRename(scratch, path)) await this.#syncFolder(getParentPath(path));
      else await this.#storeInPlace(scratch, path, bytes);
    } catch (error) {
      this.#checkedAt.clear();
      // A scratch file that cannot be removed is harmless, and is removed when it is old.
      await this.#fs.unlink(this.#at(scratch)).catch(() => undefined);
      throw toCarrierError(error);
    }
  }

  /** Makes the name of an existing file durable. */
  async syncParent(path: string): Promise<void> {
    await this.#syncFolder(getParentPath(path)).catch(rethrow);
  }

  /** Removes a file durably; does nothing when it does not exist. */
  async remove(path: string): Promise<void> {
    if (!(await this.#isFolder(getParentPath(path)))) return;
    await nullIfMissing(this.#fs.unlink(this.#at(path))).catch(rethrow);
    await this.#syncFolder(getParentPath(path));
  }

  #at(path: string): string {
    return path === '' ? this.#root : join(this.#root, path);
  }

  async #store(path: string, bytes: Uint8Array, flags: number): Promise<void> {
    const handle = await this.#fs.open(this.#at(path), flags, PRIVATE_FILE);
    try {
      await handle.writeFile(bytes);
      await ignoreUnsupportedSync(handle.sync());
      if (!(await holdsOnly(handle, bytes)))
        throw new CarrierError('unreachable', 'The sync folder returns other bytes than were written. Check the disk.');
    } finally {
      await handle.close();
    }
  }

  /** Renames a scratch file; returns false when the paths are on different file systems. */
  async #tryRename(scratch: string, path: string): Promise<boolean> {
    try {
      await this.#fs.rename(this.#at(scratch), this.#at(path));
      return true;
    } catch (error) {
      if (getErrorCode(error) === 'EXDEV') return false;
      throw error;
    }
  }

  /**
   * Overwrites a file in place, which is not atomic. The file's name contains the digest of its bytes, so readers
   * detect an incomplete file.
   */
  async #storeInPlace(scratch: string, path: string, bytes: Uint8Array): Promise<void> {
    await this.#store(path, bytes, OVERWRITE);
    await this.#syncFolder(getParentPath(path));
    await this.#fs.unlink(this.#at(scratch));
  }

  async #isFolder(path: string): Promise<boolean> {
    for (const folder of listFolders(path)) {
      if (this.#wasChecked(folder)) continue;
      const found = await nullIfMissing(this.#fs.lstat(this.#at(folder))).catch(rethrow);
      if (!found?.isDirectory()) return false;
      this.#checkedAt.set(folder, performance.now());
    }
    return true;
  }

  #wasChecked(folder: string): boolean {
    return (this.#checkedAt.get(folder) ?? Number.NEGATIVE_INFINITY) > performance.now() - FOLDER_CHECK_MS;
  }

  async #ensureFolder(path: string): Promise<void> {
    for (const folder of listFolders(path)) {
      if (this.#wasChecked(folder)) continue;
      const found = await nullIfMissing(this.#fs.lstat(this.#at(folder))).catch(rethrow);
      if (found === null) await this.#createFolder(folder).catch(rethrow);
      else if (found.isDirectory()) this.#checkedAt.set(folder, performance.now());
      else throw new CarrierError('refused', `${folder} in the sync folder is not a folder. Rename or remove it.`);
    }
  }

  async #createFolder(folder: string): Promise<void> {
    await this.#fs.mkdir(this.#at(folder), { mode: PRIVATE_FOLDER }).catch((error: unknown) => {
      // Another process made the folder first.
      if (getErrorCode(error) !== 'EEXIST') throw error;
    });
    await this.#syncFolder(getParentPath(folder));
  }

  async #syncFolder(path: string): Promise<void> {
    // Windows cannot open folders as files.
    if (process.platform === 'win32') return;
    const handle = await this.#fs.open(this.#at(path), path === '' ? constants.O_RDONLY : READ);
    try {
      await ignoreUnsupportedSync(handle.sync());
    } finally {
      await handle.close();
    }
  }
}

const getParentPath = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/**
 * Returns a path and its ancestors: `a`, `a/b` and `a/b/c` for `a/b/c`. The root is not checked, because the user chose
 * it; it may be a link.
 */
function listFolders(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Returns the code of a system error. Node has no name for an exceeded quota. */
function getErrorCode(error: unknown): string | undefined {
  const { code, errno } = (error ?? {}) as NodeJS.ErrnoException;
  return errno === -osConstants.errno.EDQUOT ? 'EDQUOT' : code;
}

/** Reads a file from its start; returns false when it has fewer bytes. A network may return fewer bytes per call. */
async function fill(file: FileHandle, bytes: Uint8Array): Promise<boolean> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, at);
    if (bytesRead === 0) return false;
    at += bytesRead;
  }
  return true;
}

/** Reads a file in pieces and returns true when it consists of these bytes. */
async function holdsOnly(file: FileHandle, bytes: Uint8Array): Promise<boolean> {
  const piece = Buffer.allocUnsafe(Math.min(bytes.length + 1, COMPARED_BYTES));
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) return at === bytes.length;
    if (Buffer.compare(piece.subarray(0, bytesRead), bytes.subarray(at, at + bytesRead)) !== 0) return false;
    at += bytesRead;
  }
}

async function nullIfMissing<Value>(call: Promise<Value>): Promise<Value | null> {
  try {
    return await call;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT' || getErrorCode(error) === 'ENOTDIR') return null;
    throw error;
  }
}

async function ignoreUnsupportedSync(sync: Promise<void>): Promise<void> {
  try {
    await sync;
  } catch (error) {
    if (!CANNOT_SYNC.includes(getErrorCode(error))) throw error;
  }
}

/** Carrier error code and message for each error code of a file system. */
const FILE_ERRORS: Readonly<Record<string, readonly [CarrierErrorCode, string]>> = {
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

function toCarrierError(cause: unknown): unknown {
  const code = getErrorCode(cause);
  if (cause instanceof CarrierError || code === undefined) return cause;
  const [named, reason] = FILE_ERRORS[code] ?? ['unreachable', `its file system reports ${code}`];
  return new CarrierError(named, `The sync folder cannot be used: ${reason}.`, { cause });
}

function rethrow(error: unknown): never {
  throw toCarrierError(error);
}
