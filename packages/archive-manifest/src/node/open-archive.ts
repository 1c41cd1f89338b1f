import fs, { constants } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { checkPath, EXPORT_FOLDER } from '../paths.js';
import { ArchiveError } from '../problems.js';
import { type ByteReader, NotRegularFile } from '../verify/reader.js';
import type { FileDigests } from './file-digests.js';
import { type ArchiveFs, getErrorCode, unlessMissing } from './fs.js';

/**
 * Flags for opening: a symbolic link is refused, and a pipe does not wait for its other end. Windows has neither flag.
 */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const IGNORED_NAMES = new Set([EXPORT_FOLDER, 'manifests']);
/** Milliseconds before the event loop gets a turn for other work, such as an interrupt. */
const YIELD_INTERVAL_MS = 20;

interface OpenFile {
  readonly path: string;
  readonly descriptor: number;
  readonly size: number;
}

/** Folder of an archive, read without following links inside it. Call `close` in the end. */
export interface ArchiveFolder extends ByteReader {
  countFiles(): Promise<number>;
  close(): void;
}

export interface OpenArchiveOptions {
  readonly fs?: ArchiveFs | undefined;
  /** Reads packs as a whole while their objects are read. Only a reader on another thread saves time. */
  readonly digests?: FileDigests | undefined;
}

/** Opens the folder of an archive for reading. No file is read yet. */
export const openArchive = (directory: string, options: OpenArchiveOptions = {}): ArchiveFolder =>
  new Folder(directory, options);

class Folder implements ArchiveFolder {
  readonly #root: string;
  readonly #fs: ArchiveFs;
  readonly digest?: (path: string) => Promise<string | null>;
  #open: OpenFile | null = null;
  #nextYieldAt = 0;

  constructor(root: string, options: OpenArchiveOptions) {
    this.#root = root;
    this.#fs = options.fs ?? fs;
    const { digests } = options;
    if (digests !== undefined) this.digest = (path) => this.#digest(path, digests);
  }

  async size(path: string): Promise<number | null> {
    await this.#yieldIfDue();
    return this.#file(path)?.size ?? null;
  }

  async read(path: string, offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, (this.#file(path)?.size ?? 0) - offset)));
    return bytes.subarray(0, await this.readInto(path, offset, bytes));
  }

  async readInto(path: string, offset: number, target: Uint8Array): Promise<number> {
    await this.#yieldIfDue();
    const file = this.#file(path);
    return file === null ? 0 : this.#fs.readSync(file.descriptor, target, 0, target.length, offset);
  }

  async countFiles(): Promise<number> {
    const waiting = [this.#root];
    let count = 0;
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      const listing = this.#fs.opendirSync(folder);
      for (let entry = listing.readSync(); entry !== null; entry = listing.readSync()) {
        if (folder === this.#root && IGNORED_NAMES.has(entry.name)) continue;
        if (entry.isDirectory()) waiting.push(join(folder, entry.name));
        else count += 1;
      }
      listing.closeSync();
      await this.#yieldIfDue();
    }
    return count;
  }

  close(): void {
    if (this.#open !== null) this.#fs.closeSync(this.#open.descriptor);
    this.#open = null;
  }

  /** Files are read one after the other, so the last one stays open. */
  #file(path: string): OpenFile | null {
    if (this.#open?.path === path) return this.#open;
    this.close();
    this.#open = this.#openSafely(path);
    return this.#open;
  }

  async #digest(path: string, digests: FileDigests): Promise<string | null> {
    const file = this.#openSafely(path);
    if (file === null) return null;
    try {
      return await digests.requestDigest({ file: file.descriptor }).wait();
    } finally {
      this.#fs.closeSync(file.descriptor);
    }
  }

  #openSafely(path: string): OpenFile | null {
    const unsafe = checkPath(path);
    if (unsafe !== null) throw new ArchiveError('archive_path_unsafe', unsafe.detail);
    return this.#checkSegments(path) ? unlessMissing(() => this.#openFile(path)) : null;
  }

  /** Returns false when a part of the path does not exist. */
  #checkSegments(path: string): boolean {
    let way = this.#root;
    const segments = path.split('/');
    for (const [n, segment] of segments.entries()) {
      way = join(way, segment);
      const found = unlessMissing(() => this.#fs.lstatSync(way));
      if (!found) return false;
      const isLast = n === segments.length - 1;
      if (isLast ? !found.isFile() : !found.isDirectory()) throw new NotRegularFile(path);
    }
    return true;
  }

  #openFile(path: string): OpenFile {
    const descriptor = this.#descriptor(path);
    const found = this.#fs.fstatSync(descriptor);
    if (found.isFile()) return { path, descriptor, size: found.size };
    this.#fs.closeSync(descriptor);
    throw new NotRegularFile(path);
  }

  #descriptor(path: string): number {
    try {
      return this.#fs.openSync(join(this.#root, path), FLAGS);
    } catch (error) {
      // The path became a link, a socket or a file with something below it since the check.
      if (['ELOOP', 'EMLINK', 'ENXIO', 'ENOTDIR'].includes(getErrorCode(error) ?? '')) throw new NotRegularFile(path);
      throw error;
    }
  }

  async #yieldIfDue(): Promise<void> {
    const now = performance.now();
    if (now < this.#nextYieldAt) return;
    await setImmediate();
    this.#nextYieldAt = performance.now() + YIELD_INTERVAL_MS;
  }
}
