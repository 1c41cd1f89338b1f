import { constants } from 'node:fs';
import type { Hash, HashFactory } from '../hash.js';
import type { ArchiveFs } from './fs.js';

const PIECE_BYTES = 1024 * 1024;

/** What of a file is read: an open one from its beginning, or one by its path, which must not be a link. */
export interface FileToDigest {
  readonly file: number | string;
  /** Made durable first; of an open file. */
  readonly sync?: boolean;
  /** Sizes in bytes of its parts, from its beginning, whose digests are asked for too. What is too much counts to the last. */
  readonly parts?: readonly number[];
}

/** Characters of a digest. */
export const DIGEST_LENGTH = 64;

/** The SHA-256 of a file that is being read, once, and after it those of its parts, all in hex. Both throw the error of the system by which the reading ended. */
export interface PendingDigest {
  /** Waits for it on this thread. */
  take(): string;
  later(): Promise<string>;
}

/** Tells the SHA-256 of whole files, of several at a time. A file that was handed over open stays so until the answer. */
export interface FileDigests {
  begin(asked: FileToDigest): PendingDigest;
}

const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads a file to its end. Answers as {@link PendingDigest}. */
export function digestFile(
  { file, sync = false, parts = [] }: FileToDigest,
  files: ArchiveFs,
  newHash: HashFactory,
): string {
  const descriptor = typeof file === 'string' ? files.openSync(file, READ) : file;
  try {
    if (sync) files.fsyncSync(descriptor);
    const hash = newHash();
    const inParts = new PartDigests(parts, newHash);
    const piece = new Uint8Array(PIECE_BYTES);
    for (let at = 0; ; ) {
      const length = files.readSync(descriptor, piece, 0, piece.length, at);
      if (length === 0) return hash.digestHex() + inParts.digestHex();
      hash.update(piece.subarray(0, length));
      inParts.update(piece.subarray(0, length));
      at += length;
    }
  } finally {
    if (descriptor !== file) files.closeSync(descriptor);
  }
}

/** Reads on the thread of the caller, when the answer is asked for. */
export const digestsHere = (files: ArchiveFs, newHash: HashFactory): FileDigests => ({
  begin: (asked) => {
    const take = () => digestFile(asked, files, newHash);
    return { take, later: async () => take() };
  },
});

/** Digests bytes by the parts they are in. */
class PartDigests {
  readonly #sizes: readonly number[];
  readonly #newHash: HashFactory;
  #digests = '';
  #at = -1;
  /** Of the part it is at. */
  #hash: Hash | null = null;
  #left = 0;

  constructor(sizes: readonly number[], newHash: HashFactory) {
    this.#sizes = sizes;
    this.#newHash = newHash;
  }

  update(bytes: Uint8Array): void {
    if (this.#sizes.length === 0) return;
    for (let rest = bytes; rest.length > 0; ) {
      while (this.#left === 0 && !this.#isLast) this.#turn();
      const taken = this.#isLast ? rest : rest.subarray(0, this.#left);
      this.#hash?.update(taken);
      this.#left -= taken.length;
      rest = rest.subarray(taken.length);
    }
  }

  /** Of all parts. Of those that did not come the digests are those of nothing. */
  digestHex(): string {
    while (!this.#isLast) this.#turn();
    return this.#digests + (this.#hash?.digestHex() ?? '');
  }

  get #isLast(): boolean {
    return this.#at === this.#sizes.length - 1;
  }

  #turn(): void {
    if (this.#hash !== null) this.#digests += this.#hash.digestHex();
    this.#at += 1;
    this.#hash = this.#newHash();
    this.#left = this.#sizes[this.#at] as number;
  }
}
