import { type Hash, type HashFactory, sha256 } from '../hash.js';
import type { BlobEntry } from '../index/entry.js';
import { LIMITS } from '../limits.js';
import { ArchiveError, type ArchiveErrorCode, makeProblem, type Problem } from '../problems.js';
import { type ByteReader, NotRegularFile } from './reader.js';

/** Size of one read, in bytes. */
const SLICE_BYTES = 1024 * 1024;

/** Part of an AbortSignal that every platform has. */
export interface StopSignal {
  readonly aborted: boolean;
}

/** Progress of a verification: bytes read, objects of the index done, and their total. */
export interface Progress {
  readonly bytesRead: number;
  /** Objects of the index done so far; `totalObjects` is their total. */
  readonly objects: number;
  readonly totalObjects: number;
}

/** Receives the bytes of a blob. */
export interface BlobSink {
  update(bytes: Uint8Array): void;
  /** Called after the last byte; `isRight` is true when the digest matches. */
  end(isRight: boolean): void;
}

export interface RunOptions {
  readonly hash?: HashFactory | undefined;
  readonly signal?: StopSignal | undefined;
  readonly onProblem?: ((problem: Problem) => void) | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Returns the sink for the bytes of a blob that is read at level 3; null for a blob that is not wanted. */
  readonly onBlob?: ((blob: BlobEntry) => BlobSink | null) | undefined;
}

/** Part of a file, with the object that it belongs to. */
export interface Range {
  readonly path: string;
  readonly offset: number;
  readonly length: number;
}

/** State of one verification: its reader and options, and the problems found. */
export class Run {
  readonly newHash: HashFactory;
  readonly problems: Problem[] = [];
  readonly warnings: Problem[] = [];
  problemCount = 0;
  bytesRead = 0;
  objects = 0;
  totalObjects = 0;
  readonly reader: ByteReader;
  readonly #options: RunOptions;
  /** Memory for reads whose bytes are only passed on; null before the first, and while one is in progress. */
  #buffer: Uint8Array | null = null;

  constructor(reader: ByteReader, options: RunOptions) {
    this.reader = reader;
    this.newHash = options.hash ?? sha256;
    this.#options = options;
  }

  report(...problems: readonly Problem[]): void {
    for (const found of problems) {
      this.problemCount += 1;
      if (this.problems.length < LIMITS.problems) this.problems.push(found);
      this.#options.onProblem?.(found);
    }
  }

  reportProblem(code: ArchiveErrorCode, detail: string, where: { file?: string; object?: string }): void {
    this.report(makeProblem(code, detail, where));
  }

  /** Returns the size of a required file; null for a missing one, which is reported under the given code. */
  async measureFile(path: string, missing: ArchiveErrorCode, object?: string): Promise<number | null> {
    this.#checkSignal();
    const where = object === undefined ? { file: path } : { file: path, object };
    try {
      const size = await this.reader.size(path);
      if (size === null) this.reportProblem(missing, 'The file is missing', where);
      return size;
    } catch (error) {
      if (!(error instanceof NotRegularFile)) throw error;
      this.reportProblem('archive_not_regular', 'The path is not a regular file, or leads through a link', where);
      return null;
    }
  }

  /** Yields the bytes of a range in slices. A file that has become shorter yields fewer bytes. */
  slices(range: Range, sliceBytes = SLICE_BYTES): AsyncGenerator<Uint8Array> {
    return this.#slices(range, sliceBytes, (path, offset, length) => this.reader.read(path, offset, length));
  }

  async *#slices(
    { path, offset, length }: Range,
    sliceBytes: number,
    read: ByteReader['read'],
  ): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < length; ) {
      this.#checkSignal();
      const slice = await read(path, offset + at, Math.min(sliceBytes, length - at));
      if (slice.length === 0) return;
      at += slice.length;
      this.bytesRead += slice.length;
      this.#options.onProgress?.(this);
      yield slice;
    }
  }

  /** Computes the digest of a range and passes its bytes to `also`, where they are valid only during the call. */
  async digest(range: Range, ...also: Pick<Hash, 'update'>[]): Promise<string> {
    const hash = this.newHash();
    const buffer = this.#takeBuffer();
    for await (const slice of this.#slices(range, SLICE_BYTES, this.#createPassingRead(buffer)))
      for (const sink of [hash, ...also]) sink.update(slice);
    this.#buffer = buffer;
    return hash.digestHex();
  }

  /** Returns the sink of the caller for the bytes of a blob. */
  getBlobSink(blob: BlobEntry): BlobSink | null {
    return this.#options.onBlob?.(blob) ?? null;
  }

  /** Returns the memory of the previous digest, or new memory while another digest uses it; null when none is needed. */
  #takeBuffer(): Uint8Array | null {
    if (this.reader.readInto === undefined) return null;
    const buffer = this.#buffer ?? new Uint8Array(SLICE_BYTES);
    this.#buffer = null;
    return buffer;
  }

  /** Returns a function that reads into `buffer`, or into memory of the reader when there is none. */
  #createPassingRead(buffer: Uint8Array | null): ByteReader['read'] {
    const { reader } = this;
    return async (path, offset, length) =>
      reader.readInto === undefined || buffer === null
        ? reader.read(path, offset, length)
        : buffer.subarray(0, await reader.readInto(path, offset, buffer.subarray(0, length)));
  }

  #checkSignal(): void {
    if (this.#options.signal?.aborted) throw new ArchiveError('archive_interrupted', 'The verification was stopped');
  }
}
