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
  /** Versions by id. To find the bucket of an id takes longer than to find its version. */
  readonly #versions = new Map<string, string>();
  readonly #buckets = Array.from({ length: BUCKETS }, () => new Set<string>());
  readonly #digests = new BucketDigests();

  get size(): number {
    return this.#versions.size;
  }

  get(id: string): string | undefined {
    return this.#versions.get(id);
  }

  has(id: string): boolean {
    return this.#versions.has(id);
  }

  set(id: string, version: string): void {
    const earlier = this.#versions.get(id);
    if (earlier === undefined) this.#bucketFor(id).add(id);
    else this.#digests.remove({ id, version: earlier });
    this.#versions.set(id, version);
    this.#digests.add({ id, version });
  }

  delete(id: string): void {
    const version = this.#versions.get(id);
    if (version === undefined) return;
    this.#versions.delete(id);
    this.#bucketFor(id).delete(id);
    this.#digests.remove({ id, version });
  }

  digests(range: BucketRange): BucketDigest[] {
    return this.#digests.list(range);
  }

  list(bucket: number): EngineEntry[] {
    const ids = [...(this.#buckets[bucket] as Set<string>)];
    return ids.map((id) => ({ id, version: this.#versions.get(id) as string }));
  }

  *[Symbol.iterator](): Generator<EngineEntry> {
    for (const [id, version] of this.#versions) yield { id, version };
  }

  #bucketFor(id: string): Set<string> {
    return this.#buckets[bucketNumber(id)] as Set<string>;
  }
}
