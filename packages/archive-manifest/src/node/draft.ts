import type { Hash, HashFactory } from '../hash.js';
import { ArchiveError } from '../problems.js';
import type { FileDigests, PendingDigest } from './file-digests.js';
import { type ArchiveFs, naming } from './fs.js';

/** How what is written is digested, and how files are. */
export interface Digesting {
  readonly hash: HashFactory;
  readonly digests: FileDigests;
}

/** A file in the making: written, hashed on the way, then made durable, and read again. */
export class Draft {
  readonly path: string;
  readonly #descriptor: number;
  readonly #fs: ArchiveFs;
  readonly #hash: Hash;
  readonly #digests: FileDigests;
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
    for (let at = 0; at < bytes.length; )
      at += naming(() => this.#fs.writeSync(this.#descriptor, bytes, at, bytes.length - at));
    this.#hash.update(bytes);
    this.#size += bytes.length;
  }

  /**
   * Begins to make it durable and to read it again, which {@link settle} waits for. Nothing is written after it. The
   * digest of what was written.
   */
  finish(): string {
    this.#finished ??= {
      written: this.#hash.digestHex(),
      found: this.#digests.begin({ file: this.#descriptor, sync: true }),
    };
    return this.#finished.written;
  }

  /**
   * Waits until a finished file is durable, and was read as it was written.
   *
   * @throws ArchiveError `archive_object_digest` for one that reads otherwise than it was written
   */
  settle(): void {
    if (this.#finished === null) throw new TypeError('a draft is finished before it is settled');
    const { written, found } = this.#finished;
    const digest = naming(() => found.take());
    this.close();
    if (digest !== written)
      throw new ArchiveError('archive_object_digest', `${this.path} reads otherwise than it was written`);
  }

  close(): void {
    if (this.#isOpen) this.#fs.closeSync(this.#descriptor);
    this.#isOpen = false;
  }
}
