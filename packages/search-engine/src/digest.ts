import { createHash } from 'node:crypto';
import { BUCKETS, type BucketDigest, type BucketRange, type EngineEntry } from './port.js';

/** Returns the bucket of a record: the first ten bits of the SHA-256 of its id. */
export function bucketNumber(id: string): number {
  return createHash('sha256').update(id).digest().readUInt16BE(0) >>> 6;
}

/** Returns the first 8 bytes of the SHA-256 of id, NUL and version. */
export function entryDigest({ id, version }: EngineEntry): bigint {
  return createHash('sha256').update(`${id}\0${version}`).digest().readBigUInt64BE(0);
}

/** Counts and digests of the records of all buckets. Records may be added and removed in any order. */
export class BucketDigests {
  readonly #counts = new Uint32Array(BUCKETS);
  readonly #digests = new BigUint64Array(BUCKETS);

  add(entry: EngineEntry): void {
    this.#change(entry, 1);
  }

  remove(entry: EngineEntry): void {
    this.#change(entry, -1);
  }

  list({ from, to }: BucketRange): BucketDigest[] {
    return Array.from({ length: to - from }, (_, index) => {
      const bucket = from + index;
      const digest = (this.#digests[bucket] as bigint).toString(16).padStart(16, '0');
      return { bucket, count: this.#counts[bucket] as number, digest };
    });
  }

  #change(entry: EngineEntry, by: 1 | -1): void {
    const bucket = bucketNumber(entry.id);
    this.#counts[bucket] = (this.#counts[bucket] as number) + by;
    this.#digests[bucket] = (this.#digests[bucket] as bigint) ^ entryDigest(entry);
  }
}
