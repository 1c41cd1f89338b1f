import { constants } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HashFactory } from '../hash.js';
import { ArchiveError, type ArchiveErrorCode } from '../problems.js';
import { type ArchiveFs, codeOf, unlessMissing } from './fs.js';

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
const COPY_BYTES = 1024 * 1024;

/** What an unfinished export keeps, in files that nothing else names. */
export const EXPORT_FOLDER = '.export';

/** A file in the making: written, hashed on the way, then published under a name that may follow from its digest. */
export interface Draft {
  write(bytes: Uint8Array): void;
  /** Bytes so far. */
  readonly size: number;
  /** Makes it durable, and reads it again: its digest. */
  finish(): string;
}

/** Writes into a folder so that every name in it stands for whole, durable bytes. Paths are relative, parted by `/`. */
export class Target {
  readonly #root: string;
  readonly #fs: ArchiveFs;
  readonly #hash: HashFactory;
  /** Some 66,000 at most: names of folders are digits of digests. */
  readonly #folders = new Set<string>();
  /** Those that have no final name yet; with their descriptors while they are written. */
  readonly #drafts = new Map<string, number | null>();

  constructor(root: string, files: ArchiveFs, hash: HashFactory) {
    this.#root = root;
    this.#fs = files;
    this.#hash = hash;
  }

  /** The size of a file, or null; what is no file counts as none, and is replaced. */
  sizeOf(path: string): number | null {
    const found = unlessMissing(() => this.#fs.lstatSync(this.#at(path)));
    return found?.isFile() ? found.size : null;
  }

  names(path: string): string[] {
    return unlessMissing(() => this.#fs.readdirSync(this.#at(path))) ?? [];
  }

  /** The bytes of a small file. */
  read(path: string): Uint8Array {
    const descriptor = this.#fs.openSync(this.#at(path), READ);
    try {
      const bytes = new Uint8Array(this.#fs.fstatSync(descriptor).size);
      return bytes.subarray(0, this.#fs.readSync(descriptor, bytes, 0, bytes.length, 0));
    } finally {
      this.#fs.closeSync(descriptor);
    }
  }

  /** The digest of the bytes of a file that is there. */
  digestOf(path: string): string {
    const descriptor = this.#fs.openSync(this.#at(path), READ);
    const hash = this.#hash();
    const buffer = new Uint8Array(COPY_BYTES);
    try {
      for (;;) {
        const length = this.#fs.readSync(descriptor, buffer, 0, buffer.length, null);
        if (length === 0) return hash.digestHex();
        hash.update(buffer.subarray(0, length));
      }
    } finally {
      this.#fs.closeSync(descriptor);
    }
  }

  /** Makes a folder and those above it, durably. */
  makeFolder(path: string): void {
    if (this.#folders.has(path)) return;
    if (path !== '') this.makeFolder(parentOf(path));
    const found = unlessMissing(() => this.#fs.lstatSync(this.#at(path)));
    if (found && !found.isDirectory())
      throw new ArchiveError('archive_not_regular', `${this.#at(path)} should be a folder`);
    if (!found) {
      naming(() => this.#fs.mkdirSync(this.#at(path), { recursive: path === '', mode: PRIVATE_FOLDER }));
      this.#syncFolder(dirname(this.#at(path)));
    }
    this.#folders.add(path);
  }

  /** Begins a file; one left over from a process that died is removed. */
  draft(path: string): Draft {
    this.makeFolder(parentOf(path));
    this.remove(path);
    const descriptor = naming(() => this.#fs.openSync(this.#at(path), CREATE, PRIVATE_FILE));
    this.#drafts.set(path, descriptor);
    const hash = this.#hash();
    let size = 0;
    return {
      write: (bytes) => {
        this.#write(descriptor, bytes);
        hash.update(bytes);
        size += bytes.length;
      },
      get size() {
        return size;
      },
      finish: () => {
        naming(() => this.#fs.fsyncSync(descriptor));
        this.#drafts.set(path, null);
        this.#fs.closeSync(descriptor);
        const sha256 = hash.digestHex();
        if (this.digestOf(path) !== sha256)
          throw new ArchiveError('archive_object_digest', `${this.#at(path)} reads otherwise than it was written`);
        return sha256;
      },
    };
  }

  /** Gives a finished draft its name, in place of whatever has it. */
  publish(draft: string, path: string): void {
    this.makeFolder(parentOf(path));
    naming(() => this.#fs.renameSync(this.#at(draft), this.#at(path)));
    this.#drafts.delete(draft);
    this.#syncFolder(dirname(this.#at(path)));
  }

  remove(path: string): void {
    this.#drafts.delete(path);
    unlessMissing(() => this.#fs.unlinkSync(this.#at(path)));
  }

  /** Gives up every draft. One that cannot be removed is in nobody's way: the next of its name takes its place. */
  discardDrafts(): void {
    for (const [path, descriptor] of this.#drafts)
      attempt(() => {
        if (descriptor !== null) this.#fs.closeSync(descriptor);
        this.#fs.unlinkSync(this.#at(path));
      });
    this.#drafts.clear();
  }

  /** Removes a folder if it is empty and can be removed. */
  removeFolder(path: string): void {
    attempt(() => this.#fs.rmdirSync(this.#at(path)));
  }

  #at(path: string): string {
    return path === '' ? this.#root : join(this.#root, path);
  }

  #write(descriptor: number, bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; )
      at += naming(() => this.#fs.writeSync(descriptor, bytes, at, bytes.length - at));
  }

  /** Windows has no descriptors of folders. */
  #syncFolder(path: string): void {
    if (process.platform === 'win32') return;
    const descriptor = this.#fs.openSync(path, constants.O_RDONLY);
    try {
      naming(() => this.#fs.fsyncSync(descriptor));
    } finally {
      this.#fs.closeSync(descriptor);
    }
  }
}

/** Does what is of no consequence when it fails. */
function attempt(call: () => void): void {
  try {
    call();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const NAMED: Readonly<Record<string, ArchiveErrorCode>> = { ENOSPC: 'archive_disk_full', EDQUOT: 'archive_disk_full' };

/** Says what people can do something about in the words of the format. */
function naming<Value>(call: () => Value): Value {
  try {
    return call();
  } catch (cause) {
    const code = NAMED[codeOf(cause) ?? ''];
    throw code === undefined ? cause : new ArchiveError(code, 'the disk is full', { cause });
  }
}
