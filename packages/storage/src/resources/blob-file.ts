import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
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
    const last = Math.min(end, this.sizeBytes);
    if (last <= start) return;
    if (this.sizeBytes <= PIECE_BYTES) {
      for await (const whole of this.readAll()) yield whole.subarray(start, last);
    } else yield* this.#readPieces(start, last);
  }

  /**
   * Reads all bytes in pieces of 1 MiB. Returns the last piece only when the digest matches: a file up to 1 MiB is
   * verified before any byte is returned, and a larger damaged file is never returned completely.
   *
   * @throws StorageError `damaged_blob`
   */
  async *readAll(): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let held: Buffer | undefined;
    for await (const piece of this.#readPieces(0, this.sizeBytes)) {
      hash.update(piece);
      if (held !== undefined) yield held;
      held = piece;
    }
    if (hash.digest('hex') !== this.#sha256) throw damagedError();
    if (held !== undefined) yield held;
  }

  /**
   * Reads all bytes and compares their digest.
   *
   * @throws StorageError `damaged_blob`
   */
  async verify(): Promise<void> {
    for await (const _ of this.readAll());
  }

  /**
   * Reads a range in pieces of at most 1 MiB, each in memory of its own. A stream would reserve 1 MiB for every piece,
   * however short, and for the end of the file.
   */
  async *#readPieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; at += PIECE_BYTES) {
      const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, end - at));
      let filled = 0;
      while (filled < piece.length) {
        const { bytesRead } = await this.#handle.read(piece, filled, piece.length - filled, at + filled);
        if (bytesRead === 0) throw damagedError();
        filled += bytesRead;
      }
      yield piece;
    }
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

const damagedError = () => new StorageError('damaged_blob', 'The stored bytes of this attachment are damaged');
