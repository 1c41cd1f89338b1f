import { createHash, randomBytes } from 'node:crypto';
import { type Dirent, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asFileError, StorageError } from '../errors.js';
import { type DataPaths, makeFolder, syncFile } from '../files.js';
import { BlobFile } from './blob-file.js';

/** Bytes on their way into the library: durable, but nobody's yet. */
export interface ReceivedBlob {
  readonly path: string;
  /** In hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** The first 4 KiB, or all there are. */
  readonly head: Buffer;
  /** The library has a file of this SHA-256 that holds something else: these bytes take its place. */
  readonly heals: boolean;
}

export interface ReceiveOptions {
  readonly maxBytes: number;
  /** Looked at between pieces: the source has to end by itself when it is stuck. */
  readonly signal?: AbortSignal | undefined;
}

/** A stored file of bytes, as a report sees it. */
export interface StoredBlob {
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

const UPLOAD_PREFIX = 'upload-';
/** Of uploads to the holder of the library lock: nobody's when another holds it. */
const LOCKED_PREFIX = `${UPLOAD_PREFIX}locked-`;
const HEAD_BYTES = 4_096;
/** What nobody has written to for so long in `tmp` is nobody's. */
const ABANDONED_AFTER_MS = 3_600_000;
const FAN_OUT = /^[0-9a-f]{2}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** The bytes of attachments: files named by their SHA-256, each stored once. Knows nothing of who refers to them. */
export class Blobs {
  readonly #paths: DataPaths;
  readonly #prefix: string;

  /** @param isLocked whether this process holds the library lock for as long as it receives */
  constructor(paths: DataPaths, isLocked = false) {
    this.#paths = paths;
    this.#prefix = isLocked ? LOCKED_PREFIX : UPLOAD_PREFIX;
  }

  /**
   * Writes a stream to a durable temporary file and answers what it is. Holds one piece of it in memory at a time.
   *
   * @throws StorageError `too_large`, `full`, `failed` or `read_only`, or what the source throws; nothing is left then
   */
  async receive(source: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<ReceivedBlob> {
    const path = join(this.#paths.tmp, `${this.#prefix}${randomBytes(16).toString('hex')}`);
    const file = await onDisk(open(path, 'wx', 0o600));
    try {
      const received = await copy(source, file, options);
      await onDisk(file.sync());
      await file.close();
      return { path, ...received, heals: await this.#isDamaged(received.sha256) };
    } catch (error) {
      await file.close().catch(() => {});
      await rm(path, { force: true });
      throw error;
    }
  }

  /** Throws received bytes away. May be repeated, and called after they were placed. */
  discard({ path }: ReceivedBlob): void {
    rmSync(path, { force: true });
  }

  /**
   * Gives received bytes their place, durably; false when they are there already, whole when these were received or
   * placed since. Only within a write: no other process can find them without a row then, and remove them, before the
   * row is there.
   *
   * @throws StorageError as `receive` does of the disk
   */
  place(received: ReceivedBlob): boolean {
    const path = this.pathOf(received.sha256);
    try {
      makeFolder(dirname(path));
      const isNew = received.heals || statSync(path, { throwIfNoEntry: false })?.size !== received.sizeBytes;
      if (isNew) renameSync(received.path, path);
      else this.discard(received);
      // Even of bytes that were there: whoever placed them may have been killed just before this.
      syncFile(dirname(path));
      return isNew;
    } catch (error) {
      throw asFileError(error);
    }
  }

  /** Removes stored bytes; only within a write that has found no row that names them. */
  remove(sha256: string): void {
    rmSync(this.pathOf(sha256), { force: true });
  }

  /** Opens stored bytes; undefined when they are missing. The caller closes them. */
  async open(sha256: string): Promise<BlobFile | undefined> {
    try {
      const handle = await open(this.pathOf(sha256));
      return new BlobFile(handle, sha256, (await handle.stat()).size);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Every stored file of bytes, in the order of the names. */
  *list(): Generator<StoredBlob> {
    for (const first of foldersIn(this.#paths.blobs))
      for (const folder of foldersIn(first))
        for (const { name } of entries(folder)) {
          const found = SHA256.test(name) ? this.find(name) : undefined;
          if (found !== undefined) yield found;
        }
  }

  /** The stored file of bytes of a SHA-256 (hex). */
  find(sha256: string): StoredBlob | undefined {
    const found = statSync(this.pathOf(sha256), { throwIfNoEntry: false });
    return found && { sha256, sizeBytes: found.size, modifiedAt: found.mtimeMs };
  }

  /** Where the bytes of a SHA-256 (hex) are kept. */
  pathOf(sha256: string): string {
    return join(this.#paths.blobs, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }

  async #isDamaged(sha256: string): Promise<boolean> {
    if (this.find(sha256) === undefined) return false;
    let file: BlobFile | undefined;
    try {
      file = await this.open(sha256);
      for await (const _ of file?.readAll() ?? []);
      return false;
    } catch {
      return true;
    } finally {
      await file?.close();
    }
  }

  /**
   * Removes what uploads left in `tmp` that were killed: to another holder of the library lock, or long ago. Only by who
   * has just got that lock.
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
): Promise<Pick<ReceivedBlob, 'sha256' | 'sizeBytes' | 'head'>> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let sizeBytes = 0;
  for await (const piece of source) {
    signal?.throwIfAborted();
    sizeBytes += piece.byteLength;
    if (sizeBytes > maxBytes) throw new StorageError('too_large', `more than ${maxBytes} bytes`);
    const written = onDisk(file.appendFile(piece));
    hash.update(piece);
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
    await written;
  }
  signal?.throwIfAborted();
  return { sha256: hash.digest('hex'), sizeBytes, head };
}

/** Tells failures of the disk from those of a source. */
async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asFileError(error);
  }
}

function foldersIn(folder: string): string[] {
  return entries(folder)
    .filter((entry) => entry.isDirectory() && FAN_OUT.test(entry.name))
    .map(({ name }) => join(folder, name));
}

const entries = (folder: string): Dirent[] =>
  readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
