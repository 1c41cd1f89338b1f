import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { StorageError } from '../errors.js';

/** Bytes up to so many are checked before any of them is given. */
const PIECE_BYTES = 1_048_576;

/** Stored bytes of one SHA-256, open for reading: what is read stays whole when they are removed meanwhile. */
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
   * A range as in `Buffer.subarray`: from `start` up to, not including, `end`. It is checked where all bytes are up to
   * 1 MiB; of more it is not, which would be to read them all.
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
   * All bytes, in pieces of 1 MiB. The last is given only when the hash of all is right, so that up to 1 MiB comes
   * checked or not at all, and no more comes whole when it is damaged.
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
      throw new StorageError('damaged_blob', 'the stored bytes of this attachment are damaged');
    if (held !== undefined) yield held;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
