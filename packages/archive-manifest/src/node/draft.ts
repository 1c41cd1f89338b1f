import { ArchiveError } from '../problems.js';
import { DIGEST_LENGTH, type FileDigests, type PendingDigest } from './file-digests.js';
import { type ArchiveFs, withArchiveErrors } from './fs.js';

const CHECK_SOURCE = 'Check the source of the object, and the disk.';

/**
 * File under construction: written, synced to disk, and read back. The digests of its parts, or of the whole, are known
 * beforehand and compared when the file is read back.
 */
export class Draft {
  readonly path: string;
  readonly #descriptor: number;
  readonly #fs: ArchiveFs;
  readonly #digests: FileDigests;
  readonly #parts: { readonly size: number; readonly sha256: string }[] = [];
  #size = 0;
  /** Offset at which the last part ended. */
  #partStart = 0;
  #isOpen = true;
  #finished: { readonly sha256: string | undefined; readonly found: PendingDigest } | null = null;

  /** @param path path of the file, which is open for writing and reading */
  constructor(path: string, descriptor: number, files: ArchiveFs, digests: FileDigests) {
    this.path = path;
    this.#descriptor = descriptor;
    this.#fs = files;
    this.#digests = digests;
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#size;
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; )
      at += withArchiveErrors(() => this.#fs.writeSync(this.#descriptor, bytes, at, bytes.length - at));
    this.#size += bytes.length;
  }

  /** Ends a part with the given digest: the bytes since the previous part. */
  endPart(sha256: string): void {
    this.#parts.push({ size: this.#size - this.#partStart, sha256 });
    this.#partStart = this.#size;
  }

  /** Starts to sync the file and to read it back; {@link waitUntilVerified} waits for both. Nothing may be written afterwards. */
  finish(sha256?: string): void {
    const parts = this.#parts.map(({ size }) => size);
    this.#finished ??= { sha256, found: this.#digests.requestDigest({ file: this.#descriptor, sync: true, parts }) };
  }

  /**
   * Waits until a finished file is durable and read back, and returns its digest.
   *
   * @throws ArchiveError `archive_object_digest` when the content read back differs
   */
  waitUntilVerified(): string {
    if (this.#finished === null) throw new TypeError('The draft is not finished yet');
    const { sha256, found } = this.#finished;
    const answer = withArchiveErrors(() => found.waitSync());
    this.close();
    const digest = answer.slice(0, DIGEST_LENGTH);
    if (sha256 !== undefined && sha256 !== digest) throw this.#createAlteredError(sha256);
    for (const [n, part] of this.#parts.entries())
      if (!answer.startsWith(part.sha256, (n + 1) * DIGEST_LENGTH)) throw this.#createAlteredError(part.sha256);
    return digest;
  }

  #createAlteredError(sha256: string): ArchiveError {
    const detail = `Object ${sha256} did not read back from ${this.path}: its source is damaged, or the disk failed`;
    return new ArchiveError('archive_object_digest', detail, { advice: CHECK_SOURCE });
  }

  close(): void {
    if (this.#isOpen) this.#fs.closeSync(this.#descriptor);
    this.#isOpen = false;
  }
}

/**
 * Writes an object. Stops as soon as its size exceeds the expected one.
 *
 * @throws ArchiveError `archive_object_digest` for an object of another size
 */
export function writeObject(draft: Draft, sha256: string, sizeBytes: number, source: Iterable<Uint8Array>): void {
  const end = draft.size + sizeBytes;
  for (const bytes of source) {
    if (draft.size + bytes.length > end) throw createSizeError(sha256);
    draft.write(bytes);
  }
  if (draft.size !== end) throw createSizeError(sha256);
}

const createSizeError = (sha256: string) =>
  new ArchiveError('archive_object_digest', `Object ${sha256} has more or fewer bytes than its entry says`, {
    advice: CHECK_SOURCE,
  });
