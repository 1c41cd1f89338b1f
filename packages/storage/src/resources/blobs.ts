import { createHash, randomBytes } from 'node:crypto';
import { type Dirent, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { awaitWithFileErrors, StorageError, withFileErrors } from '../errors.js';
import {
  type DataPaths,
  makeFolder,
  makeFolderInBackground,
  syncFile,
  syncFileInBackground,
} from '../library/files.js';
import { BlobFile } from './blob-file.js';

/** Bytes in a temporary file. */
export interface SpooledBytes {
  readonly path: string;
  /** SHA-256, hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** First 4 KiB, or all bytes when there are fewer. */
  readonly head: Buffer;
}

/** Received bytes in a durable temporary file that no row refers to yet. */
export interface ReceivedBlob extends SpooledBytes {
  /** True when the stored file for this SHA-256 is damaged: these bytes replace it. */
  readonly replacesDamaged: boolean;
}

/** Limits for receiving bytes. */
export interface ReceiveOptions {
  readonly maxBytes: number;
  /** Checked between pieces only: a stuck source has to end by itself. */
  readonly signal?: AbortSignal | undefined;
}

/** Stored blob file, for reports. */
export interface StoredBlob {
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Milliseconds since the Unix epoch. */
  readonly modifiedAt: number;
}

const UPLOAD_PREFIX = 'upload-';
/**
 * Prefix of uploads to the holder of the library lock. Such files are abandoned when another process holds the lock.
 */
const LOCKED_PREFIX = `${UPLOAD_PREFIX}locked-`;
const HEAD_BYTES = 4_096;
/** Milliseconds since the last write after which an upload in `tmp` counts as abandoned. */
const ABANDONED_AFTER_MS = 3_600_000;
const FAN_OUT = /^[0-9a-f]{2}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Stores the bytes of attachments in files named by their SHA-256, each once. Does not know which rows refer to them.
 */
export class Blobs {
  readonly #paths: DataPaths;
  readonly #prefix: string;
  /** Last creation of a folder below each first folder, so that none builds on one that is not durable yet. */
  readonly #folders = new Map<string, Promise<void>>();

  /**
   * Opens the blobs of a library.
   *
   * @param isLocked true when this process holds the library lock for as long as it receives bytes
   */
  constructor(paths: DataPaths, isLocked = false) {
    this.#paths = paths;
    this.#prefix = isLocked ? LOCKED_PREFIX : UPLOAD_PREFIX;
  }

  /**
   * Writes a stream to a durable temporary file, to be placed. Holds one piece in memory at a time.
   *
   * @throws as {@link spool}
   */
  async receive(source: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<ReceivedBlob> {
    const spooled = await this.#writeDraft(source, options, (file) => file.sync());
    try {
      await awaitWithFileErrors(this.#prepareFolder(spooled.sha256));
      return { ...spooled, replacesDamaged: await this.#isDamaged(spooled.sha256) };
    } catch (error) {
      await rm(spooled.path, { force: true });
      throw error;
    }
  }

  /**
   * Writes a stream to a temporary file that is not durable, to be read once and removed. Holds one piece in memory at a
   * time.
   *
   * @throws StorageError `too_large`, `full`, `failed` or `read_only`, or the error of the source; the file is removed
   *   then
   */
  spool(source: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<SpooledBytes> {
    return this.#writeDraft(source, options, async () => {});
  }

  async #writeDraft(
    source: AsyncIterable<Uint8Array>,
    options: ReceiveOptions,
    finish: (file: FileHandle) => Promise<void>,
  ): Promise<SpooledBytes> {
    const path = join(this.#paths.tmp, `${this.#prefix}${randomBytes(16).toString('hex')}`);
    const file = await awaitWithFileErrors(open(path, 'wx', 0o600));
    try {
      const copied = await copy(source, file, options);
      await awaitWithFileErrors(finish(file));
      await awaitWithFileErrors(file.close());
      return { path, ...copied };
    } catch (error) {
      await file.close().catch(() => {});
      await rm(path, { force: true });
      throw error;
    }
  }

  /** Removes received bytes. May be repeated, and called after `place`. */
  discard({ path }: SpooledBytes): void {
    rmSync(path, { force: true });
  }

  /**
   * Moves received bytes to their final path, durably. Call it only within a write: otherwise another process may find
   * the bytes without a row and remove them before the row is committed.
   *
   * @returns false when the library had the complete bytes already
   * @throws StorageError `full`, `failed` or `read_only`
   */
  place(received: ReceivedBlob): boolean {
    const isNew = this.move(received);
    // Needed for existing bytes too: the process that placed them may have been killed just before this.
    withFileErrors(() => syncFile(dirname(this.getPath(received.sha256))));
    return isNew;
  }

  /**
   * Moves received bytes as {@link place}, but they are durable only after {@link flush}. For bytes that a row refers to
   * already.
   */
  move(received: ReceivedBlob): boolean {
    const path = this.getPath(received.sha256);
    return withFileErrors(() => {
      makeFolder(dirname(path));
      const isNew = received.replacesDamaged || statSync(path, { throwIfNoEntry: false })?.size !== received.sizeBytes;
      if (isNew) renameSync(received.path, path);
      else this.discard(received);
      return isNew;
    });
  }

  /** Makes moved bytes durable, and waits for the disk without keeping the thread. */
  flush({ sha256 }: ReceivedBlob): Promise<void> {
    return awaitWithFileErrors(syncFileInBackground(dirname(this.getPath(sha256))));
  }

  /** Removes stored bytes. Call it only within a write that found no row with their digest. */
  remove(sha256: string): void {
    rmSync(this.getPath(sha256), { force: true });
  }

  /** Opens stored bytes; undefined when they are missing. The caller closes the file. */
  async open(sha256: string): Promise<BlobFile | undefined> {
    let handle: FileHandle | undefined;
    try {
      handle = await open(this.getPath(sha256));
      return new BlobFile(handle, sha256, (await handle.stat()).size);
    } catch (error) {
      await handle?.close();
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Stored blob files, ordered by name. */
  *list(): Generator<StoredBlob> {
    for (const first of foldersIn(this.#paths.blobs))
      for (const folder of foldersIn(first))
        for (const { name } of entries(folder)) {
          const found = SHA256.test(name) ? this.find(name) : undefined;
          if (found !== undefined) yield found;
        }
  }

  /** Returns the stored file for a SHA-256 (hex). */
  find(sha256: string): StoredBlob | undefined {
    const found = statSync(this.getPath(sha256), { throwIfNoEntry: false });
    return found && { sha256, sizeBytes: found.size, modifiedAt: found.mtimeMs };
  }

  /** Returns the path of the bytes with a SHA-256 (hex). */
  getPath(sha256: string): string {
    return join(this.#paths.blobs, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }

  /** Creates the folder of some bytes, before the write that places them. */
  #prepareFolder(sha256: string): Promise<void> {
    const path = dirname(this.getPath(sha256));
    const first = dirname(path);
    const make = () => makeFolderInBackground(path);
    const made = (this.#folders.get(first) ?? Promise.resolve()).then(make, make);
    this.#folders.set(first, made);
    return made.finally(() => {
      if (this.#folders.get(first) === made) this.#folders.delete(first);
    });
  }

  async #isDamaged(sha256: string): Promise<boolean> {
    if (this.find(sha256) === undefined) return false;
    let file: BlobFile | undefined;
    try {
      file = await this.open(sha256);
      await file?.verify();
      return false;
    } catch {
      return true;
    } finally {
      await file?.close();
    }
  }

  /**
   * Removes abandoned uploads from `tmp`: those to an earlier holder of the library lock, and those not written to for
   * an hour. Call it only directly after acquiring the lock.
   */
  removeAbandoned(now = Date.now()): void {
    for (const name of readdirSync(this.#paths.tmp)) {
      if (!name.startsWith(UPLOAD_PREFIX)) continue;
      const path = join(this.#paths.tmp, name);
      const writtenAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
      if (name.startsWith(LOCKED_PREFIX) || writtenAt < now - ABANDONED_AFTER_MS) rmSync(path, { force: true });
    }
  }
}

async function copy(
  source: AsyncIterable<Uint8Array>,
  file: FileHandle,
  { maxBytes, signal }: ReceiveOptions,
): Promise<Omit<SpooledBytes, 'path'>> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let sizeBytes = 0;
  for await (const piece of source) {
    signal?.throwIfAborted();
    sizeBytes += piece.byteLength;
    if (sizeBytes > maxBytes)
      throw new StorageError('too_large', `The content is larger than the limit of ${maxBytes} bytes`);
    // Failures of the disk are converted, so that they differ from failures of the source.
    const written = awaitWithFileErrors(file.appendFile(piece));
    hash.update(piece);
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
    await written;
  }
  signal?.throwIfAborted();
  return { sha256: hash.digest('hex'), sizeBytes, head };
}

function foldersIn(folder: string): string[] {
  return entries(folder)
    .filter((entry) => entry.isDirectory() && FAN_OUT.test(entry.name))
    .map(({ name }) => join(folder, name));
}

const entries = (folder: string): Dirent[] =>
  readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
