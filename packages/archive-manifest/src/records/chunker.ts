import type { EntityName } from '../entities.js';
import { digestOf, type HashFactory, sha256 } from '../hash.js';
import { canonicalJson } from '../json/canonical-json.js';
import { LIMITS } from '../limits.js';
import { concatBytes } from '../lines.js';
import { encodeUtf8Into } from '../utf8.js';
import { encodePayload } from './chunk.js';
import { serializeRecord } from './record.js';
import type { ArchiveRecord } from './schemas.js';
import { compareKeys, type SortKey, sortKey } from './sort-key.js';

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

/**
 * Makes objects of the records of an entity. Where they are cut follows from the records at the cut alone, so that a
 * library in which little has changed has nearly all its objects again. Holds one object, of at most 8 MiB.
 */
export class Chunker<Entity extends EntityName = EntityName> {
  readonly #entity: Entity;
  readonly #hash: HashFactory;
  #seq = 0;
  #chunks: Uint8Array[] = [];
  #records = 0;
  /** Of the chunk in the making: as bytes, for texts that stay for long are expensive to forget. */
  readonly #payload = new Uint8Array(LIMITS.chunkBytes);
  readonly #line = new Uint8Array(LIMITS.recordLineBytes);
  #lines = 0;
  #bytes = 0;
  #lastKey: SortKey | null = null;

  constructor(entity: Entity, hash: HashFactory = sha256) {
    this.#entity = entity;
    this.#hash = hash;
  }

  /**
   * Takes the next record; answers objects that are finished by it, none for the most part.
   *
   * @throws RangeError for a record that is out of order or larger than a line
   */
  add(record: ArchiveRecord<Entity>): RecordObject[] {
    const key = sortKey(this.#entity, record);
    if (this.#lastKey !== null && compareKeys(this.#lastKey, key) >= 0)
      throw new RangeError(`records of ${this.#entity} come in ascending order, each once`);
    const size = encodeUtf8Into(`${serializeRecord(this.#entity, record)}\n`, this.#line);
    if (size === null) throw new RangeError(`a record of ${this.#entity} has more than ${this.#line.length} bytes`);
    const finished: RecordObject[] = [];
    const isFull = this.#bytes + size > LIMITS.chunkBytes || this.#lines === LIMITS.recordsPerChunk;
    if (isFull) finished.push(...this.#cut());
    this.#payload.set(this.#line.subarray(0, size), this.#bytes);
    this.#lines += 1;
    this.#bytes += size;
    this.#lastKey = key;
    if (this.#bytes >= CUT_FROM_BYTES && endsWithZeros(this.#mark(), CHUNK_BITS)) finished.push(...this.#cut());
    return finished;
  }

  /** The last object, where there is one. */
  end(): RecordObject[] {
    if (this.#lines > 0) this.#closeChunk();
    return this.#chunks.length > 0 ? [this.#closeObject()] : [];
  }

  #cut(): RecordObject[] {
    this.#closeChunk();
    const isFull = this.#chunks.length === LIMITS.chunksPerObject;
    return isFull || endsWithZeros(this.#mark(), OBJECT_BITS) ? [this.#closeObject()] : [];
  }

  /** The first two bytes of the digest of the last key. */
  #mark(): number {
    return Number.parseInt(digestOf(canonicalJson(this.#lastKey), this.#hash).slice(0, 4), 16);
  }

  #closeChunk(): void {
    const payload = this.#payload.subarray(0, this.#bytes);
    this.#chunks.push(encodePayload(this.#entity, this.#lines, payload, this.#hash));
    this.#records += this.#lines;
    this.#lines = 0;
    this.#bytes = 0;
  }

  #closeObject(): RecordObject {
    const [chunks, records] = [this.#chunks.length, this.#records];
    const object = { entity: this.#entity, seq: this.#seq, chunks, records, bytes: concatBytes(this.#chunks) };
    this.#seq += 1;
    this.#chunks = [];
    this.#records = 0;
    return object;
  }
}
