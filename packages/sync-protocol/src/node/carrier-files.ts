import { randomBytes } from 'node:crypto';
import { constants, type Dirent, type Stats } from 'node:fs';
import type fs from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { constants as osConstants } from 'node:os';
import { join } from 'node:path';
import { CarrierError, type CarrierErrorCode } from '../carrier/carrier.js';

/** Functions of `node:fs/promises` that a directory carrier uses. Tests replace them to inject failures. */
export type CarrierFs = Pick<typeof fs, 'lstat' | 'mkdir' | 'open' | 'readdir' | 'rename' | 'unlink'>;

/** An entry of a folder. */
export type FolderEntry = Pick<Dirent, 'name' | 'isFile' | 'isDirectory'>;

const NOFOLLOW = constants.O_NOFOLLOW ?? 0;
// Opening a named pipe would wait for the program at its other end.
const NONBLOCK = constants.O_NONBLOCK ?? 0;
const READ = constants.O_RDONLY | NOFOLLOW | NONBLOCK;
// Some mounts of cloud storage cannot open a file for reading and writing at once.
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NOFOLLOW;
const OVERWRITE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | NOFOLLOW | NONBLOCK;
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
/**
 * Milliseconds for which a folder that was checked is not checked again, because consecutive files often share their
 * folders.
 */
const FOLDER_CHECK_MS = 1_000;
/** Bytes of a stored file that are compared at once. */
const COMPARED_BYTES = 128 * 1024;

/** Error codes of file systems that cannot sync a file or a folder, or open a folder to sync it. */
const CANNOT_SYNC: ReadonlySet<string | undefined> = new Set([
  'EINVAL',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EPERM',
  'EISDIR',
  'EBADF',
]);

/** Error codes of file systems that cannot rename a file, or not to another folder or over another file. */
const CANNOT_RENAME: ReadonlySet<string | undefined> = new Set([
  'EXDEV',
  'EINVAL',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EPERM',
  'EACCES',
  'EEXIST',
]);

/** Error codes of `open` and `read` for a path that does not lead to a file: it is missing, a link or a folder. */
const IS_NO_FILE: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK', 'EISDIR']);

/**
 * Files below a folder that unknown programs may also write to. Paths are relative and separated by `/`. No link below
 * the root is followed: every folder is checked, and files are opened with `O_NOFOLLOW` where the platform has it.
 */
export class CarrierFiles {
  readonly #root: string;
  readonly #fs: CarrierFs;
  readonly #marker: string | null;
  /** Time of the last check of each folder, in milliseconds of `performance.now()`. */
  readonly #checkedAt = new Map<string, number>();

  /**
   * @param marker file without which no folder is created: the disk of the root may have been removed since, and its
   *   mount point would be filled. Null to create folders without it
   */
  constructor(root: string, files: CarrierFs, marker: string | null = null) {
    this.#root = root;
    this.#fs = files;
    this.#marker = marker;
  }

  /** Reads a regular file of at most `maxBytes` bytes; returns null for anything else, or when it does not exist. */
  async read(path: string, maxBytes: number): Promise<Uint8Array | null> {
    if (!(await this.#isFolder(getParentPath(path)))) return null;
    if (!(await this.stat(path))?.isFile()) return null;
    try {
      return await this.#use(path, READ, async (handle) => {
        const found = await handle.stat();
        if (!found.isFile() || found.size > maxBytes) return null;
        const bytes = new Uint8Array(found.size);
        return (await fill(handle, bytes)) ? bytes : null;
      });
    } catch (error) {
      if (IS_NO_FILE.has(getErrorCode(error)) || (await this.#isSpecialFile(path, error))) return null;
      throw toCarrierError(error);
    }
  }

  /** Returns the entries of a folder; empty when it does not exist. */
  async entries(path: string): Promise<readonly FolderEntry[]> {
    if (!(await this.#isFolder(path))) return [];
    return (
      (await nullIfMissing(this.#fs.readdir(this.#at(path), { withFileTypes: true })).catch(rethrow)) ??
      (await this.#entriesOneByOne(path).catch(rethrow))
    );
  }

  /**
   * Returns the entries of a folder that exist. Where a folder does not state the types of its entries, Node asks for
   * each, and returns none when it lists a file that was removed.
   */
  async #entriesOneByOne(path: string): Promise<FolderEntry[]> {
    const names = (await nullIfMissing(this.#fs.readdir(this.#at(path)))) ?? [];
    const found = await Promise.all(names.map((name) => this.stat(path === '' ? name : `${path}/${name}`)));
    return names.flatMap((name, at) => {
      const stats = found[at];
      return stats ? [{ name, isFile: () => stats.isFile(), isDirectory: () => stats.isDirectory() }] : [];
    });
  }

  /** Returns the status of a file, folder or link, without following a link; null when it does not exist. */
  async stat(path: string): Promise<Pick<Stats, 'size' | 'mtimeMs' | 'isFile' | 'isDirectory'> | null> {
    return await nullIfMissing(this.#fs.lstat(this.#at(path))).catch(rethrow);
  }

  /**
   * Stores a file durably and atomically: readers see all of its bytes or the former file. Only when the file cannot be
   * renamed from `scratchFolder`, it is written in place.
   */
  async write(path: string, bytes: Uint8Array, scratchFolder: string): Promise<void> {
    for (const folder of [getParentPath(path), scratchFolder]) await this.#ensureFolder(folder).catch(rethrow);
    const scratch = `${scratchFolder}/${randomBytes(12).toString('hex')}`;
    try {
      await this.#store(scratch, bytes, CREATE);
      if (await this.#tryRename(scratch, path)) await this.#syncFolder(getParentPath(path));
      else await this.#storeInPlace(scratch, path, bytes);
    } catch (error) {
      this.#checkedAt.clear();
      await this.#dropScratch(scratch);
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
    await this.syncParent(path);
  }

  #at(path: string): string {
    return path === '' ? this.#root : join(this.#root, path);
  }

  async #store(path: string, bytes: Uint8Array, flags: number): Promise<void> {
    await this.#use(path, flags, async (handle) => {
      if (!(await handle.stat()).isFile()) throw createNotAFileError(path);
      await handle.writeFile(bytes);
      await ignoreUnsupportedSync(handle.sync());
    });
    // A network may report a failed write only when the file is closed, and return the bytes written only then.
    if (!(await this.#use(path, READ, (handle) => holdsOnly(handle, bytes))))
      throw new CarrierError('unreachable', 'The sync folder returns other bytes than were written. Check the disk.');
  }

  /** Opens a file or folder for `work` and closes it afterwards. */
  async #use<Value>(path: string, flags: number, work: (handle: FileHandle) => Promise<Value>): Promise<Value> {
    const handle = await this.#fs.open(this.#at(path), flags, PRIVATE_FILE);
    let result: Value;
    try {
      result = await work(handle);
    } catch (error) {
      // The first error is the reason; a handle that failed may fail to close as well.
      await handle.close().catch(() => undefined);
      throw error;
    }
    await handle.close();
    return result;
  }

  /** Renames a scratch file; returns false when the file system cannot. */
  async #tryRename(scratch: string, path: string): Promise<boolean> {
    try {
      await this.#fs.rename(this.#at(scratch), this.#at(path));
      return true;
    } catch (error) {
      if (CANNOT_RENAME.has(getErrorCode(error))) return false;
      throw error;
    }
  }

  /**
   * Overwrites a file in place, which is not atomic. Readers detect an incomplete artifact by the digest in its name, an
   * incomplete marker by its JSON, and an incomplete pairing box by its encryption.
   */
  async #storeInPlace(scratch: string, path: string, bytes: Uint8Array): Promise<void> {
    try {
      await this.#store(path, bytes, OVERWRITE);
    } catch (error) {
      throw (await this.#isSpecialFile(path, error)) ? createNotAFileError(path) : error;
    }
    await this.#syncFolder(getParentPath(path));
    await this.#dropScratch(scratch);
  }

  /** Returns true when an open failed because the path leads to a pipe or socket. `ENXIO` may also mean a lost disk. */
  async #isSpecialFile(path: string, error: unknown): Promise<boolean> {
    return getErrorCode(error) === 'ENXIO' && (await this.stat(path))?.isFile() === false;
  }

  /** Removes a scratch file. One that cannot be removed is harmless, and is removed when it is old. */
  async #dropScratch(scratch: string): Promise<void> {
    await this.#fs.unlink(this.#at(scratch)).catch(() => undefined);
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
      const found = await nullIfMissing(this.#fs.lstat(this.#at(folder)));
      if (found === null) await this.#createFolder(folder);
      else if (found.isDirectory()) this.#checkedAt.set(folder, performance.now());
      else throw new CarrierError('refused', `${folder} in the sync folder is not a folder. Rename or remove it.`);
    }
  }

  async #createFolder(folder: string): Promise<void> {
    if (this.#marker !== null && (await this.stat(this.#marker)) === null)
      throw new CarrierError(
        'unreachable',
        `${this.#marker} is missing in the sync folder. Check that its disk is mounted.`,
      );
    await this.#fs.mkdir(this.#at(folder), { mode: PRIVATE_FOLDER }).catch((error: unknown) => {
      // Another process made the folder first.
      if (getErrorCode(error) !== 'EEXIST') throw error;
    });
    await this.#syncFolder(getParentPath(folder));
  }

  async #syncFolder(path: string): Promise<void> {
    // Windows cannot open folders as files.
    if (process.platform === 'win32') return;
    const flags = path === '' ? constants.O_RDONLY : READ;
    await ignoreUnsupportedSync(this.#use(path, flags, (handle) => handle.sync()));
  }
}

const createNotAFileError = (path: string) =>
  new CarrierError('refused', `${path} in the sync folder is not a file. Rename or remove it.`);

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
    if (!CANNOT_SYNC.has(getErrorCode(error))) throw error;
  }
}

const LOST_DISK = 'the connection to its disk was lost. Check that the disk or network share is mounted, and try again';

/** Carrier error code and message for each error code of a file system. */
const FILE_ERRORS: Readonly<Record<string, readonly [CarrierErrorCode, string]>> = {
  ENOSPC: ['full', 'its disk is full. Free some space'],
  EDQUOT: ['full', 'the disk quota is used up. Free some space'],
  EFBIG: ['full', 'its file system does not allow a file of this size'],
  EROFS: ['unreachable', 'it is read-only. Check how its disk is mounted'],
  EACCES: ['unreachable', 'permission denied. Check its permissions'],
  EPERM: ['unreachable', 'operation not permitted. Check its permissions'],
  ENOTDIR: ['unreachable', 'it is a file, not a folder'],
  ENOENT: ['unreachable', 'it does not exist any more. Check that its disk is mounted'],
  EIO: ['unreachable', 'its disk reports an input/output error. Try again, and check the disk when this repeats'],
  EBUSY: ['unreachable', 'another program uses it. Try again later'],
  EAGAIN: ['unreachable', 'another program uses it. Try again later'],
  ...Object.fromEntries(
    [
      'ETIMEDOUT',
      'ESTALE',
      'ENOTCONN',
      'EHOSTDOWN',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'ECONNRESET',
      'ENODEV',
      'ENXIO',
    ].map((code) => [code, ['unreachable', LOST_DISK] as const]),
  ),
};

function toCarrierError(cause: unknown): unknown {
  const code = getErrorCode(cause);
  if (cause instanceof CarrierError || code === undefined) return cause;
  const [named, reason] = FILE_ERRORS[code] ?? ['unreachable', `its file system reports ${code}. Try again later`];
  return new CarrierError(named, `The sync folder cannot be used: ${reason}.`, { cause });
}

function rethrow(error: unknown): never {
  throw toCarrierError(error);
}
