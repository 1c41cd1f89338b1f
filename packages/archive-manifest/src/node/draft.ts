import type { Hash, HashFactory } from '../hash.js';
import { ArchiveError } from '../problems.js';
import { DIGEST_LENGTH, type FileDigests, type PendingDigest } from './file-digests.js';
import { type ArchiveFs, naming } from './fs.js';

/** How what is written is digested, and how files are. */
export interface Digesting {
  readonly hash: HashFactory;
  readonly digests: FileDigests;
}

/**
 * A file in the making: written, then made durable, and read again. It is written either by `write`, and hashed on the
 * way, or by `writePart`, and has its digest when it was read.
 */
export class Draft {
  readonly path: string;
  readonly #descriptor: number;
  readonly #fs: ArchiveFs;
  readonly #hash: Hash;
  readonly #digests: FileDigests;
  readonly #parts: { readonly size: number; readonly sha256: string }[] = [];
  #size = 0;
  #isOpen = true;
  #finished: { readonly written: string; readonly found: PendingDigest } | null = null;

  /** @param path where it is, of a file that was opened to be written and read */
  constructor(path: string, descriptor: number, files: ArchiveFs, { hash, digests }: Digesting) {
    this.path = path;
    this.#descriptor = descriptor;
    this.#fs = files;
    this.#hash = hash();
    this.#digests = digests;
  }

  /** Bytes so far. */
  get size(): number {
    return this.#size;
  }

  write(bytes: Uint8Array): void {
    this.#put(bytes);
    this.#hash.update(bytes);
  }

  /** Writes bytes whose digest is known. */
  writePart(bytes: Uint8Array, sha256: string): void {
    this.#put(bytes);
    this.#parts.push({ size: bytes.length, sha256 });
  }

  /**
   * Begins to make it durable and to read it again, which {@link settle} waits for. Nothing is written after it. The
   * digest of what was written by `write`.
   */
  finish(): string {
    const parts = this.#parts.map(({ size }) => size);
    this.#finished ??= {
      written: this.#hash.digestHex(),
      found: this.#digests.begin({ file: this.#descriptor, sync: true, parts }),
    };
    return this.#finished.written;
  }

  /**
   * Waits until a finished file is durable, and was read as it was written. Its digest.
   *
   * @throws ArchiveError `archive_object_digest` for one that reads otherwise than it was written
   */
  settle(): string {
    if (this.#finished === null) throw new TypeError('a draft is finished before it is settled');
    const { written, found } = this.#finished;
    const answer = naming(() => found.take());
    this.close();
    const digest = answer.slice(0, DIGEST_LENGTH);
    const parts = this.#parts.map(({ sha256 }) => sha256).join('');
    if (parts === '' ? answer !== written : answer.slice(DIGEST_LENGTH) !== parts)
      throw new ArchiveError('archive_object_digest', `${this.path} reads otherwise than it was written`);
    return digest;
  }

  #put(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; )
      at += naming(() => this.#fs.writeSync(this.#descriptor, bytes, at, bytes.length - at));
    this.#size += bytes.length;
  }

  close(): void {
    if (this.#isOpen) this.#fs.closeSync(this.#descriptor);
    this.#isOpen = false;
  }
}
