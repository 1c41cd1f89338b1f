import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ServiceError } from '@notes/contract';
import { acquireLock, type LibraryLock } from '@notes/storage';
import { removeEmptyFolder } from '../empty-folder.js';
import { treeDigest } from './tree-digest.js';

/** Beside what was written: the digest of it all, by which it is known that nobody has changed anything since. */
const SEAL = '.notes-export';
const isKept = (name: string) => name.startsWith('.') && name !== SEAL;

/**
 * A folder that is made anew: written beside its place and moved there when it is whole. What was there before is replaced
 * only when it is as an earlier run left it; entries at its top whose names begin with a dot are kept.
 */
export class TargetFolder {
  readonly directory: string;
  readonly #staging: string;
  readonly #lock: LibraryLock;
  readonly #folders = new Set<string>(['']);

  private constructor(directory: string, staging: string, lock: LibraryLock) {
    this.directory = directory;
    this.#staging = staging;
    this.#lock = lock;
  }

  /**
   * @param directory absolute
   * @throws ServiceError `conflict` where it holds what is not ours to replace, `precondition_required` where it could be
   * replaced and `replace` does not say so
   */
  static async open(directory: string, { replace }: { readonly replace: boolean }): Promise<TargetFolder> {
    if (dirname(directory) === directory)
      throw new ServiceError('validation_failed', 'directory: has no place beside it');
    const staging = join(dirname(directory), `.${basename(directory)}.partial`);
    mkdirSync(staging, { recursive: true });
    const lock = acquireLock(join(staging, 'lock'), `process ${process.pid}`, {
      refusal: 'this folder is written to by',
    });
    const target = new TargetFolder(directory, staging, lock);
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

  /** Writes a file. @param path within the folder, parted by slashes. @param at its time, in milliseconds since 1970 */
  write(path: string, data: string | Uint8Array, at?: number): void {
    const file = this.#fileAt(path);
    writeFileSync(file, data, { flag: 'wx' });
    if (at !== undefined) stamp(file, at);
  }

  /** Likewise from pieces. */
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
    if (at !== undefined) stamp(file, at);
  }

  /** Moves what was written to its place; answers the digest of all its files. */
  async commit(): Promise<string> {
    const sha256 = await treeDigest(this.#tree);
    writeFileSync(join(this.#tree, SEAL), `${JSON.stringify({ format: 'notes-export', version: 1, sha256 })}\n`);
    const isThere = existsSync(this.directory);
    if (isThere && readdirSync(this.directory).length > 0) renameSync(this.directory, this.#former);
    else if (isThere) rmdirSync(this.directory);
    renameSync(this.#tree, this.directory);
    this.discard();
    return sha256;
  }

  /** Leaves nothing of what was not committed; may be repeated. */
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
   * Puts right what a process left that ended on its way: between two moves the folder goes back to its place, behind them
   * what is kept of the one before comes along.
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
      throw new TypeError(`no path within a folder: ${path}`);
    const folder = names.slice(0, -1).join('/');
    if (!this.#folders.has(folder)) mkdirSync(join(this.#tree, folder), { recursive: true });
    this.#folders.add(folder);
    return join(this.#tree, ...names);
  }
}

/** Half a millisecond more: times of files are kept as fractions of a second, which round down as often as not. */
const stamp = (file: string, at: number) => utimesSync(file, (at + 0.5) / 1_000, (at + 0.5) / 1_000);

/**
 * What is in the place of a folder: nothing, what an earlier run left and nobody changed, or what is not ours to replace,
 * by itself or since it was changed.
 */
export async function standingOf(directory: string): Promise<'free' | 'replaceable' | 'changed' | 'foreign'> {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  if (names.length === 0) return 'free';
  const sealed = names.includes(SEAL) ? readSeal(join(directory, SEAL)) : undefined;
  if (sealed === undefined) return 'foreign';
  return (await treeDigest(directory)) === sealed ? 'replaceable' : 'changed';
}

async function refuseForeign(directory: string, replace: boolean): Promise<void> {
  const standing = await standingOf(directory);
  const what = `directory: ${directory} is not empty`;
  if (standing === 'foreign') throw new ServiceError('conflict', `${what} and was not written by this program`);
  if (standing === 'changed')
    throw new ServiceError('conflict', `${what} and was changed since it was written: move it away`);
  if (standing === 'replaceable' && !replace)
    throw new ServiceError('precondition_required', `${what}: --yes replaces it`);
}

function readSeal(path: string): string | undefined {
  try {
    const seal: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof seal === 'object' && seal !== null && 'sha256' in seal ? String(seal.sha256) : undefined;
  } catch {
    return undefined;
  }
}
