import { type Hash, type HashFactory, sha256 } from '../hash.js';
import type { BlobEntry } from '../index/entry.js';
import { LIMITS } from '../limits.js';
import { ArchiveError, type ArchiveErrorCode, type Problem, problem } from '../problems.js';
import { type ByteReader, NotRegularFile } from './reader.js';

/** How much is read at a time. */
const SLICE_BYTES = 1024 * 1024;

/** What an AbortSignal is, of any platform. */
export interface StopSignal {
  readonly aborted: boolean;
}

export interface Progress {
  readonly bytesRead: number;
  /** Of the index so far, of how many. */
  readonly objects: number;
  readonly totalObjects: number;
}

/** Takes the bytes of a blob. */
export interface BlobSink {
  update(bytes: Uint8Array): void;
  /** They were all there were; whether they are those of the digest. */
  end(isRight: boolean): void;
}

export interface RunOptions {
  readonly hash?: HashFactory;
  readonly signal?: StopSignal;
  readonly onProblem?: (problem: Problem) => void;
  readonly onProgress?: (progress: Progress) => void;
  /** Where the bytes of a blob go that are read at level 3; null where they are not wanted. */
  readonly onBlob?: (blob: BlobEntry) => BlobSink | null;
}

/** Part of a file, and what it is part of. */
export interface Range {
  readonly path: string;
  readonly offset: number;
  readonly length: number;
}

/** One verification: what it reads by, and what it has found. */
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

  refuse(code: ArchiveErrorCode, detail: string, where: { file?: string; object?: string }): void {
    this.report(problem(code, detail, where));
  }

  /** The size of a file that has to be there; null when it is not, which is told under the code for that. */
  async sizeOf(path: string, missing: ArchiveErrorCode, object?: string): Promise<number | null> {
    this.#checkSignal();
    const where = object === undefined ? { file: path } : { file: path, object };
    try {
      const size = await this.reader.size(path);
      if (size === null) this.refuse(missing, 'is not there', where);
      return size;
    } catch (error) {
      if (!(error instanceof NotRegularFile)) throw error;
      this.refuse('archive_not_regular', 'is no file, or behind a link', where);
      return null;
    }
  }

  /** The bytes of a range in slices. Of a file that has become shorter fewer bytes come. */
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

  /** The digest of a range, whose bytes go to `also` as well: they are there no longer than that. One at a time. */
  async digest(range: Range, ...also: Pick<Hash, 'update'>[]): Promise<string> {
    const hash = this.newHash();
    const read: ByteReader['read'] = (path, offset, length) => this.#readPassing(path, offset, length);
    for await (const slice of this.#slices(range, SLICE_BYTES, read))
      for (const sink of [hash, ...also]) sink.update(slice);
    return hash.digestHex();
  }

  /** Where the bytes of a blob go beside. */
  sinkOf(blob: BlobEntry): BlobSink | null {
    return this.#options.onBlob?.(blob) ?? null;
  }

  async #readPassing(path: string, offset: number, length: number): Promise<Uint8Array> {
    if (this.reader.readInto === undefined) return this.reader.read(path, offset, length);
    this.#buffer ??= new Uint8Array(SLICE_BYTES);
    return this.#buffer.subarray(0, await this.reader.readInto(path, offset, this.#buffer.subarray(0, length)));
  }

  #checkSignal(): void {
    if (this.#options.signal?.aborted) throw new ArchiveError('archive_interrupted', 'the verification was stopped');
  }
}
