import { type EntityName, getEntityOrdinal } from '../entities.js';
import { computeDigest, type HashFactory, sha256 } from '../hash.js';
import { LIMITS } from '../limits.js';
import { LineSplitter } from '../lines.js';
import { type ArchiveErrorCode, makeProblem, type Problem } from '../problems.js';
import {
  CHUNK_HEADER_BYTES,
  type ChunkHeader,
  decodeChunkHeader,
  decodeStoredSize,
  STORED_SIZE_BYTES,
} from './chunk.js';
import { inflateInto } from './deflate.js';

type OnLine = (line: Uint8Array) => void;

/**
 * Reads the chunks of an object of records as its bytes come. Buffers one chunk, whose lines are passed on, without
 * their LF, once its digest is verified. After the first problem nothing more is read.
 */
export class ChunkStream {
  readonly #entity: EntityName;
  readonly #hash: HashFactory;
  readonly #held: ReusableBuffer;
  #header: ChunkHeader | null = null;
  /** Size of the compressed payload; null before it was read. */
  #storedBytes: number | null = null;
  #problem: Problem | null = null;
  #chunks = 0;
  #records = 0;

  /** @param held buffer to share with the next stream; buffers per stream would not be freed soon */
  constructor(entity: EntityName, hash: HashFactory = sha256, held = new ReusableBuffer()) {
    this.#entity = entity;
    this.#hash = hash;
    this.#held = held;
    held.reset(CHUNK_HEADER_BYTES);
  }

  /** Complete chunks so far. */
  get chunks(): number {
    return this.#chunks;
  }
  get records(): number {
    return this.#records;
  }

  push(bytes: Uint8Array, onLine: OnLine): Problem[] {
    let rest = bytes;
    while (rest.length > 0 && this.#problem === null) {
      rest = this.#held.fill(rest);
      if (!this.#held.isFull) continue;
      this.#problem = this.#header === null ? this.#begin() : this.#continue(this.#header, onLine);
      if (this.#problem !== null) return [this.#problem];
    }
    return [];
  }

  end(): Problem[] {
    if (this.#problem !== null || (this.#header === null && this.#held.isEmpty)) return [];
    return [this.#refuse('archive_chunk_frame', 'The last chunk is incomplete')];
  }

  #begin(): Problem | null {
    const header = decodeChunkHeader(this.#held.bytes);
    if (header === null) return this.#refuse('archive_chunk_frame', 'The chunk header is invalid');
    if (header.ordinal !== getEntityOrdinal(this.#entity))
      return this.#refuse('archive_chunk_frame', `The chunk belongs to another entity than ${this.#entity}`);
    if (this.#chunks === LIMITS.chunksPerObject)
      return this.#refuse('archive_chunk_frame', `The object has more than ${LIMITS.chunksPerObject} chunks`);
    this.#header = header;
    this.#held.reset(header.isCompressed ? STORED_SIZE_BYTES : header.payloadBytes);
    return null;
  }

  #continue(header: ChunkHeader, onLine: OnLine): Problem | null {
    if (!header.isCompressed) return this.#complete(header, this.#held.bytes, onLine);
    if (this.#storedBytes !== null) return this.#decompress(header, onLine);
    this.#storedBytes = decodeStoredSize(this.#held.bytes, header);
    if (this.#storedBytes === null)
      return this.#refuse('archive_chunk_frame', 'The compressed payload is not smaller than the payload');
    this.#held.reset(this.#storedBytes);
    return null;
  }

  #decompress(header: ChunkHeader, onLine: OnLine): Problem | null {
    this.#storedBytes = null;
    const payload = this.#held.inflated.subarray(0, header.payloadBytes);
    if (!inflateInto(this.#held.bytes, payload))
      return this.#refuse('archive_chunk_frame', 'The compressed payload does not have the size of the payload');
    return this.#complete(header, payload, onLine);
  }

  #complete(header: ChunkHeader, payload: Uint8Array, onLine: OnLine): Problem | null {
    if (computeDigest(payload, this.#hash) !== header.payloadSha256)
      return this.#refuse('archive_chunk_digest', 'The payload does not match its SHA-256');
    const lines = new LineSplitter(LIMITS.recordLineBytes);
    let count = 0;
    const isSplit = lines.push(payload, (line) => {
      count += 1;
      onLine(line);
    });
    if (!isSplit || !lines.end())
      return this.#refuse('archive_record_invalid', 'A line is too long or does not end with LF');
    if (count !== header.records)
      return this.#refuse('archive_count_mismatch', `The chunk has ${count} records instead of ${header.records}`);
    this.#chunks += 1;
    this.#records += count;
    this.#header = null;
    this.#held.reset(CHUNK_HEADER_BYTES);
    return null;
  }

  #refuse(code: ArchiveErrorCode, detail: string): Problem {
    return makeProblem(code, detail, { path: ['chunk', this.#chunks] });
  }
}

/** Fixed number of expected bytes, in a reusable buffer. */
export class ReusableBuffer {
  bytes = new Uint8Array(0);
  #buffer = this.bytes;
  #length = 0;
  #inflated: Uint8Array | null = null;

  /** Memory for a decompressed payload. */
  get inflated(): Uint8Array {
    this.#inflated ??= new Uint8Array(LIMITS.chunkBytes);
    return this.#inflated;
  }
  get isEmpty(): boolean {
    return this.#length === 0;
  }
  get isFull(): boolean {
    return this.#length === this.bytes.length;
  }

  reset(size: number): void {
    if (this.#buffer.length < size)
      this.#buffer = new Uint8Array(size <= CHUNK_HEADER_BYTES ? size : LIMITS.chunkBytes);
    this.bytes = this.#buffer.subarray(0, size);
    this.#length = 0;
  }

  /** Takes the missing bytes and returns the rest. */
  fill(source: Uint8Array): Uint8Array {
    const missing = source.subarray(0, this.bytes.length - this.#length);
    this.bytes.set(missing, this.#length);
    this.#length += missing.length;
    return source.subarray(missing.length);
  }
}
