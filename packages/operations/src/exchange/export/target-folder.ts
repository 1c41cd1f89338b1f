import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ServiceError } from '@notes/contract';
import {
  acquireLock,
  getErrorCode,
  type LibraryLock,
  StorageError,
  syncFile,
  syncFileInBackground,
} from '@notes/storage';
import { createFolders } from '@notes/storage/folders';
import { removeEmptyFolder } from '../../platform/empty-folder.js';
import { asFolderRefusal } from '../../platform/outside-folder.js';
import { computeTreeDigest } from './tree-digest.js';

/** File with the digest of the whole tree, which shows whether anything was changed since. */
const DIGEST_FILE = '.notes-export';
/** Files flushed at once: the threads in which Node waits for the disk. */
const MAX_CONCURRENT_FLUSHES = 4;
const isKept = (name: string) => name.startsWith('.') && name !== DIGEST_FILE;

/**
 * An output folder that is written beside its destination and moved there when it is complete. An existing folder is
 * replaced only when it is unchanged since an earlier run. Its top-level entries whose names begin with a dot are kept.
 */
export class TargetFolder {
  readonly directory: string;
  readonly #staging: string;
  readonly #lock: LibraryLock;
  readonly #replace: boolean;
  readonly #folders = new Set<string>(['']);
  /** Paths of the written files within the folder. */
  readonly #files: string[] = [];

  private constructor(directory: string, staging: string, lock: LibraryLock, replace: boolean) {
    this.directory = directory;
    this.#staging = staging;
    this.#lock = lock;
    this.#replace = replace;
  }

  /**
   * Prepares the output folder and locks it.
   *
   * @param destination absolute path of the folder, or of a symbolic link to it, which stays
   * @throws ServiceError `validation_failed` for a root directory, a file and a dangling link; `conflict` for a folder
   * with foreign or changed files; `precondition_required` when it could be replaced and `replace` is false
   */
  static async open(destination: string, { replace }: { readonly replace: boolean }): Promise<TargetFolder> {
    const directory = followLink(destination);
    if (dirname(directory) === directory)
      throw new ServiceError('validation_failed', 'directory: must not be the root of a file system');
    const staging = join(dirname(directory), `.${basename(directory)}.partial`);
    try {
      createFolders(staging);
    } catch (error) {
      throw nameDestination(error, staging, directory);
    }
    const lock = acquireLock(join(staging, 'lock'), `process ${process.pid}`, {
      refusal: 'This folder is being written by',
    });
    const target = new TargetFolder(directory, staging, lock, replace);
    try {
      target.#recover();
      await refuseForeign(directory, replace);
      mkdirSync(target.#tree);
      return target;
    } catch (error) {
      target.discard();
      throw error;
    }
  }

  /**
   * Writes a file.
   *
   * @param path path within the folder, with `/` separators
   * @param at modification time in milliseconds since the Unix epoch
   */
  write(path: string, data: string | Uint8Array, at?: number): void {
    const file = this.#fileAt(path);
    writeFileSync(file, data, { flag: 'wx' });
    if (at !== undefined) setModifiedTime(file, at);
  }

  /** Writes a file from pieces. Takes the path and time of {@link write}. */
  async writePieces(
    path: string,
    pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
    at?: number,
  ): Promise<void> {
    const file = this.#fileAt(path);
    const open = openSync(file, 'wx');
    try {
      for await (const piece of pieces) writeFileSync(open, piece);
    } finally {
      closeSync(open);
    }
    if (at !== undefined) setModifiedTime(file, at);
  }

  /**
   * Moves the written files to the destination once they are durable: a power cut leaves the former folder or this one.
   *
   * @returns the digest of all files
   * @throws ServiceError as {@link open}, when the destination was changed meanwhile
   */
  async commit(): Promise<string> {
    const sha256 = await computeTreeDigest(this.#tree);
    writeFileSync(join(this.#tree, DIGEST_FILE), `${JSON.stringify({ format: 'notes-export', version: 1, sha256 })}\n`);
    await this.#flush();
    await refuseForeign(this.directory, this.#replace);
    const isThere = existsSync(this.directory);
    if (isThere && readdirSync(this.directory).length > 0) renameSync(this.directory, this.#former);
    else if (isThere) rmdirSync(this.directory);
    renameSync(this.#tree, this.directory);
    for (const folder of [this.#staging, dirname(this.directory)]) syncFile(folder);
    this.discard();
    return sha256;
  }

  /** Flushes the written files, and then the folders with their names, to disk. */
  async #flush(): Promise<void> {
    const folders = new Set([...this.#folders].flatMap(listFoldersFrom));
    for (const paths of [[...this.#files, DIGEST_FILE], folders]) {
      const rest = paths.values();
      const flushRest = async () => {
        for (const path of rest) await syncFileInBackground(join(this.#tree, path));
      };
      await Promise.all(Array.from({ length: MAX_CONCURRENT_FLUSHES }, flushRest));
    }
  }

  /** Removes everything that was not committed. May be repeated. */
  discard(): void {
    this.#recover();
    this.#lock.remove();
    removeEmptyFolder(this.#staging);
  }

  get #tree(): string {
    return join(this.#staging, 'tree');
  }

  get #former(): string {
    return join(this.#staging, 'former');
  }

  /**
   * Repairs the state after a process that ended during `commit`. Between the two renames the former folder goes back
   * to its place; after them its kept entries move to the new folder.
   */
  #recover(): void {
    const [former, place] = [this.#former, this.directory];
    if (existsSync(former) && !existsSync(place)) renameSync(former, place);
    for (const name of existsSync(former) ? readdirSync(former).filter(isKept) : [])
      if (!existsSync(join(place, name))) renameSync(join(former, name), join(place, name));
    rmSync(former, { recursive: true, force: true });
    rmSync(this.#tree, { recursive: true, force: true });
  }

  #fileAt(path: string): string {
    const names = path.split('/');
    if (names.some((name) => name === '' || name === '.' || name === '..' || name.includes('\\')))
      throw new TypeError(`Not a path within a folder: ${path}`);
    const folder = names.slice(0, -1).join('/');
    if (!this.#folders.has(folder)) createFolders(join(this.#tree, folder));
    this.#folders.add(folder);
    this.#files.push(path);
    return join(this.#tree, ...names);
  }
}

/** Returns a folder and those above it; the topmost is the empty path. */
const listFoldersFrom = (path: string): string[] =>
  path === '' ? [''] : [path, ...listFoldersFrom(path.slice(0, Math.max(0, path.lastIndexOf('/'))))];

/**
 * Sets the modification time of a file. File times are fractions of a second and often round down, so half a
 * millisecond is added.
 */
const setModifiedTime = (file: string, at: number) => utimesSync(file, (at + 0.5) / 1_000, (at + 0.5) / 1_000);

/**
 * Classifies a destination folder: `free` when it is missing or empty, `replaceable` when it is unchanged since an
 * earlier run, `changed` when it was changed since, `foreign` when another program wrote it.
 *
 * @param destination absolute path of the folder, or of a symbolic link to it
 * @throws ServiceError `validation_failed` for a file, a dangling link and a folder that cannot be read
 */
export async function classifyFolder(destination: string): Promise<'free' | 'replaceable' | 'changed' | 'foreign'> {
  const directory = followLink(destination);
  const names = listNames(directory);
  if (names.length === 0) return 'free';
  const recordedDigest = names.includes(DIGEST_FILE) ? readRecordedDigest(join(directory, DIGEST_FILE)) : undefined;
  if (recordedDigest === undefined) return 'foreign';
  return (await computeTreeDigest(directory)) === recordedDigest ? 'replaceable' : 'changed';
}

/** Returns the folder that a symbolic link leads to; another path is returned unchanged. */
function followLink(path: string): string {
  try {
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink ? realpathSync.native(path) : path;
  } catch (error) {
    if (getErrorCode(error) !== 'ENOENT') throw asFolderRefusal(error);
    throw new ServiceError(
      'validation_failed',
      `directory: ${path} is a symbolic link to ${readlinkSync(path)}, which does not exist. Create that folder, or choose another one`,
      { cause: error },
    );
  }
}

function listNames(directory: string): string[] {
  try {
    return existsSync(directory) ? readdirSync(directory) : [];
  } catch (error) {
    throw asFolderRefusal(error);
  }
}

async function refuseForeign(directory: string, replace: boolean): Promise<void> {
  const state = await classifyFolder(directory);
  const what = `directory: ${directory} is not empty`;
  if (state === 'foreign')
    throw new ServiceError('conflict', `${what} and was not written by Notes. Choose another folder`);
  if (state === 'changed')
    throw new ServiceError(
      'conflict',
      `${what} and was changed since it was written. Move it away, or choose another folder`,
    );
  if (state === 'replaceable' && !replace)
    throw new ServiceError('precondition_required', `${what}. To replace it, add --yes`);
}

function readRecordedDigest(path: string): string | undefined {
  try {
    const seal: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof seal === 'object' && seal !== null && 'sha256' in seal ? String(seal.sha256) : undefined;
  } catch {
    return undefined;
  }
}

/** Rewrites an error about the staging folder as an error about the destination that the user named. */
function nameDestination(error: unknown, staging: string, directory: string): unknown {
  if (error instanceof StorageError)
    return new StorageError(error.reason, error.message.replaceAll(staging, directory), error);
  const { code, path } = error as NodeJS.ErrnoException;
  if (path !== staging) return error;
  return Object.assign(new Error(`${directory}: ${code}`, { cause: error }), { code, path: directory });
}
