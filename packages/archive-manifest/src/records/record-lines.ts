import type { EntityName } from '../entities.js';
import { LIMITS } from '../limits.js';
import { encodeUtf8Into } from '../utf8.js';
import { serializeRecord } from './record.js';
import type { ArchiveRecord } from './schemas.js';
import { compareKeys, type SortKey, sortKey } from './sort-key.js';

/** Consecutive records of one entity as lines. Plain data that can be passed between threads. */
export interface RecordLines {
  readonly entity: EntityName;
  /** Lines, each with its LF. */
  readonly bytes: Uint8Array;
  /** End offset of each line in `bytes`. */
  readonly ends: Uint32Array;
  /** True when a record is a revision whose body is a blob. */
  readonly hasBlobBody: boolean;
}

/** Consecutive records of a chunk of an earlier archive, which has the boundaries of SPEC.md, section 7. */
export interface FormerLines {
  readonly entity: EntityName;
  /** Lines, each with its LF. */
  readonly bytes: Uint8Array;
  /** Number of lines. */
  readonly records: number;
  /** Offset of the lines in the payload of the chunk. */
  readonly offset: number;
  /** Stored bytes of the chunk when the lines are its whole payload; otherwise null. */
  readonly chunk: Uint8Array | null;
}

/** Number of bytes from which lines are passed on. */
const BATCH_BYTES = 256 * 1024;
/** Size of the memory for lines: a full batch and one line. */
export const LINES_BUFFER_BYTES = BATCH_BYTES + LIMITS.recordLineBytes;
/** Small, since the lines of one note are made too: the engine needs no separate memory for so few numbers. */
const INITIAL_LINES = 16;

/** Makes lines of the records of an entity, which come in the order of their keys. */
export class LineMaker<Entity extends EntityName = EntityName> {
  readonly #entity: Entity;
  #ends = new Uint32Array(INITIAL_LINES);
  #lines = 0;
  #bytes = 0;
  #hasBlobBody = false;
  #lastKey: SortKey | null = null;

  constructor(entity: Entity) {
    this.#entity = entity;
  }

  /**
   * Adds the next record. Returns true when the lines have to be taken before the next record is added.
   *
   * @param memory buffer of {@link LINES_BUFFER_BYTES}, the same until its lines are taken
   * @throws RangeError for a record out of order or larger than a line, TypeError for an invalid record of the entity
   */
  add(record: ArchiveRecord<Entity>, memory: Uint8Array): boolean {
    const key = sortKey(this.#entity, record);
    assertAscending(this.#entity, this.#lastKey, key);
    const line = `${serializeRecord(this.#entity, record)}\n`;
    const size = encodeUtf8Into(line, memory.subarray(this.#bytes, this.#bytes + LIMITS.recordLineBytes));
    if (size === null) throw createTooLongError(this.#entity);
    this.#bytes += size;
    this.#end(this.#bytes);
    this.#lastKey = key;
    if ('body' in record && record.body === null) this.#hasBlobBody = true;
    return this.#bytes >= BATCH_BYTES;
  }

  /** Returns the lines added since the last call, in the given memory; null where there are none. */
  take(memory: Uint8Array): RecordLines | null {
    if (this.#lines === 0) return null;
    const lines = {
      entity: this.#entity,
      bytes: memory.subarray(0, this.#bytes),
      ends: this.#ends.slice(0, this.#lines),
      hasBlobBody: this.#hasBlobBody,
    };
    this.#lines = 0;
    this.#bytes = 0;
    this.#hasBlobBody = false;
    return lines;
  }

  #end(at: number): void {
    if (this.#lines === this.#ends.length) {
      const more = new Uint32Array(2 * this.#lines);
      more.set(this.#ends);
      this.#ends = more;
    }
    this.#ends[this.#lines] = at;
    this.#lines += 1;
  }
}

/**
 * Checks the order of two keys.
 * @throws RangeError for a key that is not after the previous one
 */
export function assertAscending(entity: EntityName, last: SortKey | null, key: SortKey): void {
  if (last !== null && compareKeys(last, key) >= 0)
    throw new RangeError(`Records of ${entity} must be in ascending order, each once`);
}

export const createTooLongError = (entity: EntityName) =>
  new RangeError(`A record of ${entity} has more than ${LIMITS.recordLineBytes} bytes`);
