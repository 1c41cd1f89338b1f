import type { EntityName } from '../entities.js';
import { digestOf, type HashFactory, sha256 } from '../hash.js';
import { canonicalJson } from '../json/canonical-json.js';
import { LIMITS } from '../limits.js';
import { decodeUtf8, encodeUtf8, encodeUtf8Into } from '../utf8.js';
import { CHUNK_HEADER_BYTES, writeHeader } from './chunk.js';
import { serializeRecord } from './record.js';
import { type RecordLines, refuseDisorder, tooLong } from './record-lines.js';
import type { ArchiveRecord } from './schemas.js';
import { keyOfLine, type SortKey, sortKey } from './sort-key.js';

/** A finished object of records. */
export interface RecordObject {
  readonly entity: EntityName;
  /** Place among the objects of the entity, from 0. */
  readonly seq: number;
  readonly chunks: number;
  readonly records: number;
  readonly bytes: Uint8Array;
}

/** A chunk this large ends with the next record whose key says so. */
const CUT_FROM_BYTES = 256 * 1024;
/** One key in 64 ends a chunk, one in 512 an object. */
const CHUNK_BITS = 6;
const OBJECT_BITS = 9;

const endsWithZeros = (mark: number, bits: number) => mark % 2 ** bits === 0;

const OBJECT_BYTES = LIMITS.chunksPerObject * (CHUNK_HEADER_BYTES + LIMITS.chunkBytes);
const NONE: readonly RecordObject[] = [];
const textOf = (line: Uint8Array) => decodeUtf8(line) ?? '';

/**
 * Memory for objects that are used up as they come: that of one is used again for the one after the next. Such memory is
 * not soon given back, so that what makes many objects would have much of it.
 */
export class HeldObjects {
  readonly #buffers: Uint8Array[] = [];

  /** That of the object in the making. Those that are not taken are asked for again. */
  get next(): Uint8Array {
    if (this.#buffers.length < 2) this.#buffers.unshift(new Uint8Array(OBJECT_BYTES));
    return this.#buffers[0] as Uint8Array;
  }

  turn(): void {
    this.#buffers.reverse();
  }
}

/**
 * Makes objects of the records of an entity. Where they are cut follows from the records at the cut alone, so that a
 * library in which little has changed has nearly all its objects again. Holds one object, of at most 8 MiB.
 */
export class Chunker<Entity extends EntityName = EntityName> {
  readonly #entity: Entity;
  readonly #hash: HashFactory;
  readonly #held: HeldObjects | undefined;
  #seq = 0;
  #object: Uint8Array;
  /** Where the chunk in the making begins: before it are those of the object that are finished. */
  #start = 0;
  #chunks = 0;
  #records = 0;
  /** Of the chunk in the making. */
  #lines = 0;
  #bytes = 0;
  #lastKey: SortKey | null = null;
  /** Its canonical JSON, where that is known. */
  #lastText: string | null = null;

  /** @param held where it is given, the bytes of an object are as they are until the object after it is finished */
  constructor(entity: Entity, hash: HashFactory = sha256, held?: HeldObjects) {
    this.#entity = entity;
    this.#hash = hash;
    this.#held = held;
    this.#object = held?.next ?? new Uint8Array(OBJECT_BYTES);
  }

  /**
   * Takes the next record; answers objects that are finished by it, none for the most part.
   *
   * @throws RangeError for a record that is out of order or larger than a line
   */
  add(record: ArchiveRecord<Entity>): readonly RecordObject[] {
    const key = sortKey(this.#entity, record);
    refuseDisorder(this.#entity, this.#lastKey, key);
    const line = `${serializeRecord(this.#entity, record)}\n`;
    let finished = NONE;
    let size = this.#lines === LIMITS.recordsPerChunk ? null : this.#write(line);
    if (size === null) {
      if (encodeUtf8(line).length > LIMITS.recordLineBytes) throw tooLong(this.#entity);
      finished = this.#cut();
      size = this.#write(line);
    }
    this.#lines += 1;
    this.#bytes += size as number;
    this.#lastKey = key;
    this.#lastText = null;
    if (this.#bytes < CUT_FROM_BYTES || !endsWithZeros(this.#mark(), CHUNK_BITS)) return finished;
    return [...finished, ...this.#cut()];
  }

  /**
   * Takes the next records as lines; gives objects as they are finished, each to be used up before the next is asked for.
   *
   * @throws RangeError for lines that do not come after those before them
   */
  *addLines({ bytes, ends }: RecordLines): Generator<RecordObject> {
    const keyAt = (line: number) => keyOfLine(this.#entity, textOf(bytes.slice(ends[line - 1] ?? 0, ends[line])));
    refuseDisorder(this.#entity, this.#lastKey, JSON.parse(keyAt(0)) as SortKey);
    /** What is before it is in the chunk. */
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
      if (this.#bytes + end - copied < CUT_FROM_BYTES) continue;
      copyTo(end);
      this.#lastText = keyAt(line);
      if (endsWithZeros(this.#mark(), CHUNK_BITS)) yield* this.#cut();
    }
    copyTo(bytes.length);
    this.#lastText = keyAt(ends.length - 1);
    this.#lastKey = JSON.parse(this.#lastText) as SortKey;
  }

  /** The last object, where there is one. */
  end(): readonly RecordObject[] {
    if (this.#lines > 0) this.#closeChunk();
    return this.#chunks > 0 ? [this.#closeObject()] : NONE;
  }

  /** Writes a line after those of the chunk; its bytes, or null for one that is too long for what is left, or at all. */
  #write(line: string): number | null {
    const at = this.#start + CHUNK_HEADER_BYTES + this.#bytes;
    const room = Math.min(LIMITS.chunkBytes - this.#bytes, LIMITS.recordLineBytes);
    return encodeUtf8Into(line, this.#object.subarray(at, at + room));
  }

  #cut(): readonly RecordObject[] {
    this.#closeChunk();
    const isFull = this.#chunks === LIMITS.chunksPerObject;
    return isFull || endsWithZeros(this.#mark(), OBJECT_BITS) ? [this.#closeObject()] : NONE;
  }

  /** The first two bytes of the digest of the last key. */
  #mark(): number {
    return Number.parseInt(digestOf(this.#lastText ?? canonicalJson(this.#lastKey), this.#hash).slice(0, 4), 16);
  }

  #closeChunk(): void {
    const end = this.#start + CHUNK_HEADER_BYTES + this.#bytes;
    writeHeader(this.#object.subarray(this.#start, end), this.#entity, this.#lines, this.#hash);
    this.#start = end;
    this.#chunks += 1;
    this.#records += this.#lines;
    this.#lines = 0;
    this.#bytes = 0;
  }

  #closeObject(): RecordObject {
    const [chunks, records, written] = [this.#chunks, this.#records, this.#object.subarray(0, this.#start)];
    const bytes = this.#held === undefined ? written.slice() : written;
    const object = { entity: this.#entity, seq: this.#seq, chunks, records, bytes };
    this.#held?.turn();
    this.#object = this.#held?.next ?? this.#object;
    this.#seq += 1;
    this.#start = 0;
    this.#chunks = 0;
    this.#records = 0;
    return object;
  }
}
