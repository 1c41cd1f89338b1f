import { constants } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXPORT_FOLDER } from '../paths.js';
import { ArchiveError } from '../problems.js';
import { Draft } from './draft.js';
import type { FileDigests, PendingDigest } from './file-digests.js';
import { type ArchiveFs, codeOf, naming, unlessMissing } from './fs.js';

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const CREATE = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

const DRAFT = /^draft-\d+$/;
const draftPath = (n: number) => `${EXPORT_FOLDER}/draft-${n}`;

/** Writes into a folder so that every name in it stands for whole, durable bytes. Paths are relative, parted by `/`. */
export class Target {
  readonly #root: string;
  readonly #fs: ArchiveFs;
  readonly #digests: FileDigests;
  /** Some 66,000 at most: names of folders are digits of digests. */
  readonly #folders = new Set<string>();
  /** Those that have no final name yet, by their paths. */
  readonly #drafts = new Map<string, Draft>();
  #isBegun = false;

  constructor(root: string, files: ArchiveFs, digests: FileDigests) {
    this.#root = root;
    this.#fs = files;
    this.#digests = digests;
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

  /** Begins to read a file that is there. */
  digestOf(path: string): PendingDigest {
    return this.#digests.begin({ file: this.#at(path) });
  }

  /** Whether a file reads as it should. One that cannot be read does not: it is to be replaced. */
  reads(path: string, sha256: string, pending: PendingDigest = this.digestOf(path)): boolean {
    return attempt(() => pending.take()) === sha256;
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

  /** Begins a file; before the first, those left over from a process that died are removed. */
  draft(path: string = this.#freePath()): Draft {
    this.#removeAbandoned();
    this.makeFolder(parentOf(path));
    this.remove(path);
    const descriptor = naming(() => this.#fs.openSync(this.#at(path), CREATE, PRIVATE_FILE));
    const draft = new Draft(path, descriptor, this.#fs, this.#digests);
    this.#drafts.set(path, draft);
    return draft;
  }

  /** Gives a file its name, in place of whatever has it. */
  publish(from: string, path: string): void {
    this.makeFolder(parentOf(path));
    naming(() => this.#fs.renameSync(this.#at(from), this.#at(path)));
    this.#drafts.delete(from);
    this.#syncFolder(dirname(this.#at(path)));
  }

  remove(path: string): void {
    this.#drafts.delete(path);
    unlessMissing(() => this.#fs.unlinkSync(this.#at(path)));
  }

  /** Only who is about to write may: until then, another may be at it. */
  #removeAbandoned(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    for (const name of this.names(EXPORT_FOLDER)) if (DRAFT.test(name)) this.remove(`${EXPORT_FOLDER}/${name}`);
  }

  /** Gives up every draft. One that cannot be removed is in nobody's way: the next of its name takes its place. */
  discardDrafts(): void {
    for (const [path, draft] of this.#drafts)
      attempt(() => {
        draft.close();
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

  #freePath(): string {
    let n = 0;
    while (this.#drafts.has(draftPath(n))) n += 1;
    return draftPath(n);
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

/** What a call answers; undefined where the system refuses it, which is of no consequence. */
function attempt<Value>(call: () => Value): Value | undefined {
  try {
    return call();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
