import { constants } from 'node:fs';
import type { Hash, HashFactory } from '../hash.js';
import type { ArchiveFs } from './fs.js';

/** Bytes that are read from a file at once. */
export const PIECE_BYTES = 256 * 1024;

/** File to read: an open one from its beginning, or one by its path, which must not be a link. */
export interface FileToDigest {
  readonly file: number | string;
  /** True when the open file is synced to disk first. */
  readonly sync?: boolean;
  /**
   * Sizes of parts in bytes, from the beginning of the file, whose digests are requested too. Excess bytes count as
   * part of the last one.
   */
  readonly parts?: readonly number[];
}

/** Characters of a digest in hexadecimal. */
export const DIGEST_LENGTH = 64;

/**
 * Pending SHA-256 of a file, followed by those of its parts, all in hexadecimal. Both methods throw the system error
 * that ended the reading.
 */
export interface PendingDigest {
  /** Blocks this thread until the answer is there. */
  waitSync(): string;
  wait(): Promise<string>;
}

/**
 * Computes the SHA-256 of whole files, several at a time. A file passed as descriptor has to stay open until the
 * answer.
 */
export interface FileDigests {
  requestDigest(asked: FileToDigest): PendingDigest;
}

const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a file to its end.
 *
 * @param piece memory for the bytes that are read at once
 * @returns digests as {@link PendingDigest} does
 */
export function digestFile(
  { file, sync = false, parts = [] }: FileToDigest,
  files: ArchiveFs,
  newHash: HashFactory,
  piece = new Uint8Array(PIECE_BYTES),
): string {
  const descriptor = typeof file === 'string' ? files.openSync(file, READ) : file;
  try {
    if (sync) files.fsyncSync(descriptor);
    const hash = newHash();
    const inParts = new PartDigests(parts, newHash);
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

/** Reads on the calling thread, when the answer is requested. */
export const createLocalDigests = (files: ArchiveFs, newHash: HashFactory): FileDigests => ({
  requestDigest: (asked) => {
    const take = () => digestFile(asked, files, newHash);
    return { waitSync: take, wait: async () => take() };
  },
});

/** Computes digests of the parts of a stream. */
class PartDigests {
  readonly #sizes: readonly number[];
  readonly #newHash: HashFactory;
  #digests = '';
  #at = -1;
  /** Hash of the current part. */
  #hash: Hash | null = null;
  #left = 0;

  constructor(sizes: readonly number[], newHash: HashFactory) {
    this.#sizes = sizes;
    this.#newHash = newHash;
  }

  update(bytes: Uint8Array): void {
    if (this.#sizes.length === 0) return;
    for (let rest = bytes; rest.length > 0; ) {
      while (this.#left === 0 && !this.#isLast) this.#startNextPart();
      const taken = this.#isLast ? rest : rest.subarray(0, this.#left);
      this.#hash?.update(taken);
      this.#left -= taken.length;
      rest = rest.subarray(taken.length);
    }
  }

  /** Returns the digests of all parts. A part without bytes has the digest of empty input. */
  digestHex(): string {
    while (!this.#isLast) this.#startNextPart();
    return this.#digests + (this.#hash?.digestHex() ?? '');
  }

  get #isLast(): boolean {
    return this.#at === this.#sizes.length - 1;
  }

  #startNextPart(): void {
    if (this.#hash !== null) this.#digests += this.#hash.digestHex();
    this.#at += 1;
    this.#hash = this.#newHash();
    this.#left = this.#sizes[this.#at] as number;
  }
}
