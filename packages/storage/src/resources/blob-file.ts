import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { StorageError } from '../errors.js';

/** Size of a piece in bytes; larger files are not verified before their first bytes are returned. */
const PIECE_BYTES = 1_048_576;

/** Stored bytes with one SHA-256, open for reading. They stay readable after the file is removed. */
export class BlobFile {
  readonly sizeBytes: number;
  readonly #handle: FileHandle;
  readonly #sha256: string;

  constructor(handle: FileHandle, sha256: string, sizeBytes: number) {
    this.#handle = handle;
    this.#sha256 = sha256;
    this.sizeBytes = sizeBytes;
  }

  /**
   * Reads a range as in `Buffer.subarray`: from `start` up to, excluding, `end`. Verifies the digest of files up to 1
   * MiB; for larger files that would mean reading them completely.
   *
   * @throws StorageError `damaged_blob`
   */
  async *read(start: number, end: number): AsyncGenerator<Buffer> {
    if (end <= start) return;
    if (this.sizeBytes > PIECE_BYTES)
      yield* this.#handle.createReadStream({
        start,
        end: end - 1,
        autoClose: false,
        highWaterMark: Math.min(end - start, PIECE_BYTES),
      }) as AsyncIterable<Buffer>;
    else yield Buffer.concat(await Readable.from(this.readAll()).toArray()).subarray(start, end);
  }

  /**
   * Reads all bytes in pieces of 1 MiB. Returns the last piece only when the digest matches: a file up to 1 MiB is
   * verified before any byte is returned, and a larger damaged file is never returned completely.
   *
   * @throws StorageError `damaged_blob`
   */
  async *readAll(): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    const source = this.#handle.createReadStream({ start: 0, autoClose: false, highWaterMark: PIECE_BYTES });
    let held: Buffer | undefined;
    for await (const piece of source as AsyncIterable<Buffer>) {
      hash.update(piece);
      if (held !== undefined) yield held;
      held = piece;
    }
    if (hash.digest('hex') !== this.#sha256)
      throw new StorageError('damaged_blob', 'The stored bytes of this attachment are damaged');
    if (held !== undefined) yield held;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
