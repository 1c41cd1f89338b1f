import type { EntityName } from '../entities.js';
import { computeDigest, type HashFactory, sha256 } from '../hash.js';
import { canonicalJson } from '../json/canonical-json.js';
import { LIMITS } from '../limits.js';
import { LF } from '../lines.js';
import { decodeUtf8, encodeUtf8, encodeUtf8Into } from '../utf8.js';
import { CHUNK_HEADER_BYTES, compressChunk, writeHeader } from './chunk.js';
import { findLineEnds } from './payloads.js';
import { serializeRecord } from './record.js';
import { assertAscending, createTooLongError, type FormerLines, type RecordLines } from './record-lines.js';
import type { ArchiveRecord } from './schemas.js';
import { readSortKey, type SortKey, sortKey } from './sort-key.js';

/** Finished object of records. */
export interface RecordObject {
  readonly entity: EntityName;
  /** Index among the objects of the entity, from 0. */
  readonly seq: number;
  readonly chunks: number;
  readonly records: number;
  /** Sort key of the first record. */
  readonly firstKey: SortKey;
  readonly bytes: Uint8Array;
}

/** Size in bytes from which a chunk can end at a content-defined boundary. */
const MIN_CUT_BYTES = 256 * 1024;
/** Bits of the boundary test: one key in 64 ends a chunk, one in 512 an object. */
const CHUNK_BITS = 6;
const OBJECT_BITS = 9;

const endsWithZeros = (mark: number, bits: number) => mark % 2 ** bits === 0;

const MAX_OBJECT_BYTES = LIMITS.chunksPerObject * (CHUNK_HEADER_BYTES + LIMITS.chunkBytes);
const NONE: readonly RecordObject[] = [];
/** Returns the first end of a line that is at least `from`, the LF included. */
const findLineEnd = (lines: Uint8Array, from: number) => lines.indexOf(LF, Math.max(0, from - 1)) + 1;
/** Returns the start of the line that ends at `end`. */
const findLineStart = (lines: Uint8Array, end: number) => lines.subarray(0, end - 1).lastIndexOf(LF) + 1;
const decodeLine = (line: Uint8Array) => decodeUtf8(line) ?? '';

/**
 * Two reusable buffers for objects that are consumed in turn. Fresh buffers would not be freed soon, so many objects
 * would take much memory.
 */
export class ObjectBuffers {
  readonly #buffers: Uint8Array[] = [];

  /** Buffer of the current object. The same one is returned until it is taken. */
  get next(): Uint8Array {
    if (this.#buffers.length < 2) this.#buffers.unshift(new Uint8Array(MAX_OBJECT_BYTES));
    return this.#buffers[0] as Uint8Array;
  }

  swap(): void {
    this.#buffers.reverse();
  }
}

/** Options of a {@link Chunker}. */
export interface ChunkerOptions {
  /** Reusable buffers. With them, the bytes of an object are valid until the next object is finished. */
  readonly held?: ObjectBuffers;
  /** True when chunks are compressed. The boundaries of chunks and objects are the same. */
  readonly isCompressing?: boolean;
}

/**
 * Splits the records of an entity into objects. Boundaries depend on the records at the boundary alone (content-defined
 * chunking), so a library with few changes keeps nearly all its objects. Buffers one object, of at most 8 MiB.
 */
export class Chunker<Entity extends EntityName = EntityName> {
  readonly #entity: Entity;
  readonly #hash: HashFactory;
  readonly #held: ObjectBuffers | undefined;
  readonly #isCompressing: boolean;
  #seq = 0;
  #object: Uint8Array;
  /** Offset of the current chunk; the finished chunks of the object are before it. */
  #start = 0;
  #chunks = 0;
  #records = 0;
  /** Key of the first record of the object, once its first chunk is finished. */
  #firstKey: SortKey = [];
  /** Lines of the current chunk. */
  #lines = 0;
  #bytes = 0;
  #lastKey: SortKey | null = null;
  /** Canonical JSON of the last key, where known. */
  #lastText: string | null = null;

  constructor(entity: Entity, hash: HashFactory = sha256, { held, isCompressing = false }: ChunkerOptions = {}) {
    this.#isCompressing = isCompressing;
    this.#entity = entity;
    this.#hash = hash;
    this.#held = held;
    this.#object = held?.next ?? new Uint8Array(MAX_OBJECT_BYTES);
  }

  /**
   * Adds the next record and returns the objects that it finished, mostly none.
   *
   * @throws RangeError for a record out of order or larger than a line
   */
  add(record: ArchiveRecord<Entity>): readonly RecordObject[] {
    const key = sortKey(this.#entity, record);
    assertAscending(this.#entity, this.#lastKey, key);
    const line = `${serializeRecord(this.#entity, record)}\n`;
    let finished = NONE;
    let size = this.#lines === LIMITS.recordsPerChunk ? null : this.#write(line);
    if (size === null) {
      if (encodeUtf8(line).length > LIMITS.recordLineBytes) throw createTooLongError(this.#entity);
      finished = this.#cut();
      size = this.#write(line);
    }
    this.#lines += 1;
    this.#bytes += size as number;
    this.#lastKey = key;
    this.#lastText = null;
    if (this.#bytes < MIN_CUT_BYTES || !endsWithZeros(this.#computeMark(), CHUNK_BITS)) return finished;
    return [...finished, ...this.#cut()];
  }

  /**
   * Adds the next records as lines and yields finished objects, each of which has to be consumed before the next.
   *
   * @throws RangeError for lines that do not come after the previous ones
   */
  *addLines({ bytes, ends }: RecordLines): Generator<RecordObject> {
    const keyAt = (line: number) => this.#readKey(bytes, ends[line - 1] ?? 0, ends[line] as number);
    const first = keyAt(0);
    assertAscending(this.#entity, this.#lastKey, JSON.parse(first) as SortKey);
    /** Number of bytes already copied into the chunk. */
    let copied = 0;
    const copyTo = (end: number) => {
      this.#object.set(bytes.subarray(copied, end), this.#start + CHUNK_HEADER_BYTES + this.#bytes);
      this.#bytes += end - copied;
      copied = end;
    };
    for (let line = 0; line < ends.length; line += 1) {
      const end = ends[line] as number;
      if (this.#lines === LIMITS.recordsPerChunk || this.#bytes + end - copied > LIMITS.chunkBytes) {
        copyTo(ends[line - 1] ?? 0);
        if (line > 0) this.#lastText = keyAt(line - 1);
        yield* this.#cut();
      }
      this.#lines += 1;
      if (this.#bytes + end - copied < MIN_CUT_BYTES) continue;
      copyTo(end);
      this.#lastText = keyAt(line);
      if (endsWithZeros(this.#computeMark(), CHUNK_BITS)) yield* this.#cut();
    }
    copyTo(bytes.length);
    this.#lastText = ends.length === 1 ? first : keyAt(ends.length - 1);
    this.#lastKey = JSON.parse(this.#lastText) as SortKey;
  }

  /**
   * Adds the next records as lines of a chunk of an earlier archive. Where that chunk began at the same record, its
   * boundary applies again, and an unchanged chunk is copied as stored. Yields finished objects as {@link addLines}
   * does.
   *
   * @throws RangeError for lines that do not come after the previous ones
   */
  *addFormerLines(former: FormerLines): Generator<RecordObject> {
    const { bytes, records, chunk } = former;
    if (this.#mayEndWithin(former)) {
      yield* this.addLines({ entity: this.#entity, bytes, ends: findLineEnds(bytes), hasBlobBody: false });
      return;
    }
    assertAscending(this.#entity, this.#lastKey, JSON.parse(this.#readKey(bytes, 0)) as SortKey);
    this.#lastText = this.#readKey(bytes, findLineStart(bytes, bytes.length));
    this.#lastKey = JSON.parse(this.#lastText) as SortKey;
    const isCut = this.#bytes + bytes.length >= MIN_CUT_BYTES && endsWithZeros(this.#computeMark(), CHUNK_BITS);
    this.#lines += records;
    if (chunk !== null && this.#lines === records && isCut) this.#copyChunk(chunk, bytes);
    else {
      this.#object.set(bytes, this.#start + CHUNK_HEADER_BYTES + this.#bytes);
      this.#bytes += bytes.length;
      if (isCut) this.#closeChunk();
    }
    if (isCut) yield* this.#closeObjectIfDue();
  }

  /**
   * Returns true when the chunk may end before the last of these lines. A record that ended 256 KiB or more after the
   * start of the former chunk, and was not its last, does not end a chunk. So only those records are tested that ended
   * before that and no longer do.
   */
  #mayEndWithin({ bytes, records, offset }: FormerLines): boolean {
    if (this.#lines + records > LIMITS.recordsPerChunk || this.#bytes + bytes.length > LIMITS.chunkBytes) return true;
    const from = MIN_CUT_BYTES - this.#bytes;
    const until = Math.min(MIN_CUT_BYTES - offset, bytes.length);
    for (let end = from < until ? findLineEnd(bytes, from) : until; end < until; end = findLineEnd(bytes, end + 1))
      if (endsWithZeros(this.#toMark(this.#readKey(bytes, findLineStart(bytes, end), end)), CHUNK_BITS)) return true;
    return false;
  }

  /** True between two objects: the next record begins an object. */
  get isBetweenObjects(): boolean {
    return this.#lines === 0 && this.#chunks === 0;
  }

  /**
   * Skips an object that exists already, and returns its index. Allowed between two objects.
   *
   * @param firstKey key of the first record of the object
   * @throws RangeError for an object that does not come after the previous records
   */
  skipObject(firstKey: SortKey): number {
    if (!this.isBetweenObjects) throw new RangeError(`An object of ${this.#entity} is unfinished`);
    assertAscending(this.#entity, this.#lastKey, firstKey);
    this.#lastKey = firstKey;
    this.#lastText = null;
    this.#seq += 1;
    return this.#seq - 1;
  }

  /** Returns the last object, if any. */
  end(): readonly RecordObject[] {
    if (this.#lines > 0) this.#closeChunk();
    return this.#chunks > 0 ? [this.#closeObject()] : NONE;
  }

  /**
   * Appends a line to the chunk. Returns its size in bytes, or null for a line that exceeds the free space or the bound
   * of a line.
   */
  #write(line: string): number | null {
    const at = this.#start + CHUNK_HEADER_BYTES + this.#bytes;
    const room = Math.min(LIMITS.chunkBytes - this.#bytes, LIMITS.recordLineBytes);
    return encodeUtf8Into(line, this.#object.subarray(at, at + room));
  }

  #cut(): readonly RecordObject[] {
    this.#closeChunk();
    return this.#closeObjectIfDue();
  }

  #closeObjectIfDue(): readonly RecordObject[] {
    const isFull = this.#chunks === LIMITS.chunksPerObject;
    return isFull || endsWithZeros(this.#computeMark(), OBJECT_BITS) ? [this.#closeObject()] : NONE;
  }

  /** Returns the mark of the last key. */
  #computeMark(): number {
    return this.#toMark(this.#lastText ?? canonicalJson(this.#lastKey));
  }

  /** Returns the first two bytes of the digest of a key, given as canonical JSON. */
  #toMark(key: string): number {
    return Number.parseInt(computeDigest(key, this.#hash).slice(0, 4), 16);
  }

  #closeChunk(): void {
    const end = this.#start + CHUNK_HEADER_BYTES + this.#bytes;
    const chunk = this.#object.subarray(this.#start, end);
    writeHeader(chunk, this.#entity, this.#lines, this.#hash);
    if (this.#chunks === 0) this.#firstKey = this.#readFirstKey(chunk.subarray(CHUNK_HEADER_BYTES));
    this.#endChunk(this.#isCompressing ? compressChunk(chunk) : chunk.length);
  }

  /** Ends a chunk that is in place with its header, and has the given size in bytes. */
  #endChunk(size: number): void {
    this.#start += size;
    this.#chunks += 1;
    this.#records += this.#lines;
    this.#lines = 0;
    this.#bytes = 0;
  }

  /** Adds a whole chunk as stored. */
  #copyChunk(chunk: Uint8Array, payload: Uint8Array): void {
    this.#object.set(chunk, this.#start);
    if (this.#chunks === 0) this.#firstKey = this.#readFirstKey(payload);
    this.#endChunk(chunk.length);
  }

  #readFirstKey(payload: Uint8Array): SortKey {
    return JSON.parse(this.#readKey(payload, 0)) as SortKey;
  }

  /** Returns the canonical JSON of the key of a line. */
  #readKey(lines: Uint8Array, start: number, end: number = findLineEnd(lines, start + 1)): string {
    return readSortKey(this.#entity, decodeLine(lines.slice(start, end)));
  }

  #closeObject(): RecordObject {
    const [chunks, records, written] = [this.#chunks, this.#records, this.#object.subarray(0, this.#start)];
    const bytes = this.#held === undefined ? written.slice() : written;
    const object = { entity: this.#entity, seq: this.#seq, chunks, records, firstKey: this.#firstKey, bytes };
    this.#held?.swap();
    this.#object = this.#held?.next ?? this.#object;
    this.#seq += 1;
    this.#start = 0;
    this.#chunks = 0;
    this.#records = 0;
    return object;
  }
}
