import { constants } from 'node:fs';
import type { HashFactory } from '../hash.js';
import type { ArchiveFs } from './fs.js';

const PIECE_BYTES = 1024 * 1024;

/** What of a file is read: an open one from its beginning, or one by its path, which must not be a link. */
export interface FileToDigest {
  readonly file: number | string;
  /** Made durable first; of an open file. */
  readonly sync?: boolean;
}

/** The SHA-256 of a file that is being read, once. Both throw the error of the system by which the reading ended. */
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

/** Reads a file to its end. */
export function digestFile({ file, sync = false }: FileToDigest, files: ArchiveFs, newHash: HashFactory): string {
  const descriptor = typeof file === 'string' ? files.openSync(file, READ) : file;
  try {
    if (sync) files.fsyncSync(descriptor);
    const hash = newHash();
    const piece = new Uint8Array(PIECE_BYTES);
    for (let at = 0; ; ) {
      const length = files.readSync(descriptor, piece, 0, piece.length, at);
      if (length === 0) return hash.digestHex();
      hash.update(piece.subarray(0, length));
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
