import { constants } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Manifest } from '../manifest/schema.js';
import { EXPORT_FOLDER } from '../paths.js';
import type { Result } from '../problems.js';
import { Draft } from './draft.js';
import type { FileDigests, PendingDigest } from './file-digests.js';
import { type ArchiveFs, getErrorCode, unlessMissing, withArchiveErrors } from './fs.js';
import { checkFolder, readManifestFile } from './target-state.js';

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const CREATE = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

const DRAFT = /^draft-\d+$/;
const draftPath = (n: number) => `${EXPORT_FOLDER}/draft-${n}`;

/**
 * Writes into a folder so that every name in it stands for complete, durable bytes. Paths are relative, separated by
 * `/`.
 */
export class Target {
  readonly #root: string;
  readonly #fs: ArchiveFs;
  readonly #digests: FileDigests;
  /** Folders known to exist, some 66,000 at most: their names are digits of digests. */
  readonly #folders = new Set<string>();
  /** Drafts without a final name yet, by path. */
  readonly #drafts = new Map<string, Draft>();
  #hasStarted = false;

  constructor(root: string, files: ArchiveFs, digests: FileDigests) {
    this.#root = root;
    this.#fs = files;
    this.#digests = digests;
  }

  /**
   * Returns the size of a file. Returns null for a missing path and for anything that is not a file, which will be
   * replaced.
   */
  getSize(path: string): number | null {
    const found = unlessMissing(() => this.#fs.lstatSync(this.#at(path)));
    return found?.isFile() ? found.size : null;
  }

  exists(path: string): boolean {
    return unlessMissing(() => this.#fs.lstatSync(this.#at(path))) !== null;
  }

  readManifest(path: string): Result<Manifest> {
    return readManifestFile(this.#at(path), this.#fs);
  }

  listNames(path: string): string[] {
    return unlessMissing(() => this.#fs.readdirSync(this.#at(path))) ?? [];
  }

  /** Returns the bytes of a small file. */
  read(path: string): Uint8Array {
    const descriptor = this.#fs.openSync(this.#at(path), READ);
    try {
      const bytes = new Uint8Array(this.#fs.fstatSync(descriptor).size);
      return bytes.subarray(0, this.#fs.readSync(descriptor, bytes, 0, bytes.length, 0));
    } finally {
      this.#fs.closeSync(descriptor);
    }
  }

  /** Starts to read an existing file. */
  startDigest(path: string): PendingDigest {
    return this.#digests.requestDigest({ file: this.#at(path) });
  }

  /** Returns true when a file has the expected digest. Returns false for an unreadable file, which will be replaced. */
  hasDigest(path: string, sha256: string, pending: PendingDigest = this.startDigest(path)): boolean {
    return attempt(() => pending.waitSync()) === sha256;
  }

  /** Creates a folder and those above it, durably. */
  makeFolder(path: string): void {
    if (this.#folders.has(path)) return;
    if (path !== '') this.makeFolder(getParentPath(path));
    if (!checkFolder(this.#at(path), this.#fs)) {
      if (path === '') this.#makeFoldersAbove();
      withArchiveErrors(() => this.#fs.mkdirSync(this.#at(path), { mode: PRIVATE_FOLDER }));
      this.#syncFolder(dirname(this.#at(path)));
    }
    this.#folders.add(path);
  }

  /**
   * Creates the missing folders above the root, one by one: the recursive `mkdir` of Node never returns where a file
   * system answers `ENOENT` for a new entry in a folder that exists, as `/proc` does.
   */
  #makeFoldersAbove(): void {
    const missing: string[] = [];
    const exists = (folder: string) => unlessMissing(() => this.#fs.lstatSync(folder)) !== null;
    for (let at = dirname(resolve(this.#root)); !exists(at) && at !== dirname(at); at = dirname(at)) missing.push(at);
    for (const folder of missing.reverse())
      withArchiveErrors(() => this.#fs.mkdirSync(folder, { mode: PRIVATE_FOLDER }));
  }

  /** Creates a draft. Before the first one, drafts left over from a process that died are removed. */
  createDraft(path: string = this.#freePath()): Draft {
    this.#removeAbandoned();
    this.makeFolder(getParentPath(path));
    this.remove(path);
    const descriptor = withArchiveErrors(() => this.#fs.openSync(this.#at(path), CREATE, PRIVATE_FILE));
    const draft = new Draft(path, descriptor, this.#fs, this.#digests);
    this.#drafts.set(path, draft);
    return draft;
  }

  /** Moves a draft to its final path, replacing any file there. */
  publish(from: string, path: string): void {
    this.makeFolder(getParentPath(path));
    withArchiveErrors(() => this.#fs.renameSync(this.#at(from), this.#at(path)));
    this.#drafts.delete(from);
    this.#syncFolder(dirname(this.#at(path)));
  }

  remove(path: string): void {
    this.#drafts.delete(path);
    unlessMissing(() => this.#fs.unlinkSync(this.#at(path)));
  }

  /** Removes leftover drafts. Runs only before the first write: until then another export may be using them. */
  #removeAbandoned(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    for (const name of this.listNames(EXPORT_FOLDER)) if (DRAFT.test(name)) this.remove(`${EXPORT_FOLDER}/${name}`);
  }

  /** Discards every draft. A draft that cannot be removed does no harm: the next one of its name replaces it. */
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

  /** Syncs a folder. Windows has no descriptors of folders. */
  #syncFolder(path: string): void {
    if (process.platform === 'win32') return;
    const descriptor = this.#fs.openSync(path, constants.O_RDONLY);
    try {
      withArchiveErrors(() => this.#fs.fsyncSync(descriptor));
    } finally {
      this.#fs.closeSync(descriptor);
    }
  }
}

/** Returns the result of a call; undefined for a system error, which has no consequence here. */
function attempt<Value>(call: () => Value): Value | undefined {
  try {
    return call();
  } catch (error) {
    if (getErrorCode(error) === undefined) throw error;
    return undefined;
  }
}

const getParentPath = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
