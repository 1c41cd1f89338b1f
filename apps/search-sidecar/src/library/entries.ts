import {
  BUCKETS,
  type BucketDigest,
  BucketDigests,
  type BucketRange,
  bucketNumber,
  type EngineEntry,
} from '@notes/search-engine';

/** Ids and versions of the records of an index, in memory. */
export class Entries {
  readonly #buckets = Array.from({ length: BUCKETS }, () => new Map<string, string>());
  readonly #digests = new BucketDigests();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(id: string): string | undefined {
    return this.#bucketFor(id).get(id);
  }

  has(id: string): boolean {
    return this.#bucketFor(id).has(id);
  }

  set(id: string, version: string): void {
    this.delete(id);
    this.#bucketFor(id).set(id, version);
    this.#digests.add({ id, version });
    this.#size += 1;
  }

  delete(id: string): void {
    const bucket = this.#bucketFor(id);
    const version = bucket.get(id);
    if (version === undefined) return;
    bucket.delete(id);
    this.#digests.remove({ id, version });
    this.#size -= 1;
  }

  digests(range: BucketRange): BucketDigest[] {
    return this.#digests.list(range);
  }

  list(bucket: number): EngineEntry[] {
    return [...(this.#buckets[bucket] as Map<string, string>)].map(([id, version]) => ({ id, version }));
  }

  *[Symbol.iterator](): Generator<EngineEntry> {
    for (const bucket of this.#buckets) for (const [id, version] of bucket) yield { id, version };
  }

  #bucketFor(id: string): Map<string, string> {
    return this.#buckets[bucketNumber(id)] as Map<string, string>;
  }
}
