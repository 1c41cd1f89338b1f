import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { BUCKETS, type BucketDigest, BucketDigests, bucketNumber, type EngineEntry } from '@notes/search-engine';
import type { Reader } from '@notes/storage';
import type { Library } from '../../../platform/context.js';
import { createFilter } from './load-batch.js';

const NOTES_PER_READ = 500;

/** Digests of the notes that the index should have, and the keys of these notes by bucket. */
export interface LibraryDigests {
  readonly digests: readonly BucketDigest[];
  readonly keys: readonly (readonly number[])[];
}

/** Notes of a bucket in which library and index differ, by id. */
export interface BucketDifferences {
  readonly missing: readonly string[];
  readonly stale: readonly string[];
  readonly orphaned: readonly string[];
  /** Differences that the engine refused to repair; the other lists contain them too. */
  readonly failed: ReadonlySet<string>;
}

/**
 * Computes the digests of the library in slices between which other work goes on. A note that changes meanwhile may be
 * counted in either version.
 *
 * @param betweenSlices waited for after each slice
 */
export async function computeLibraryDigests(
  { store, config }: Library,
  signal: AbortSignal,
  betweenSlices: () => Promise<void>,
): Promise<LibraryDigests> {
  const digests = new BucketDigests();
  const keys = Array.from({ length: BUCKETS }, (): number[] => []);
  let after = 0;
  for (;;) {
    signal.throwIfAborted();
    const notes = store.read((reader) => {
      const canBeSent = createFilter(reader, config['search.sidecar.excluded_notebooks']);
      return reader.searchFeed.listNotes(after, NOTES_PER_READ).map((note) => ({ ...note, isSent: canBeSent(note) }));
    });
    for (const { pk, id, version, isSent } of notes) {
      if (!isSent) continue;
      digests.add({ id, version });
      keys[bucketNumber(id)]?.push(pk);
    }
    if (notes.length < NOTES_PER_READ) return { digests: digests.list({ from: 0, to: BUCKETS }), keys };
    after = notes.at(-1)?.pk ?? after;
    await yieldToEvents();
    await betweenSlices();
  }
}

/** Returns the numbers of the buckets whose digests differ. */
export const findDifferentBuckets = (library: readonly BucketDigest[], index: readonly BucketDigest[]): number[] =>
  library
    .filter(({ bucket, count, digest }) => index[bucket]?.digest !== digest || index[bucket]?.count !== count)
    .map(({ bucket }) => bucket);

/**
 * Compares the records of a bucket of the index with the library. Leaves out notes whose changes are still to be sent.
 *
 * @param keys keys of notes that belong into the bucket
 */
export function compareBucket(
  reader: Pick<Reader, 'searchFeed' | 'notebooks'>,
  { keys, entries }: { readonly keys: readonly number[]; readonly entries: readonly EngineEntry[] },
  excludedPaths: readonly string[],
): BucketDifferences {
  const { searchFeed } = reader;
  const indexed = new Map(entries.map(({ id, version }) => [id, version]));
  const ids = [...new Set([...indexed.keys(), ...searchFeed.listIds(keys)])];
  const canBeSent = createFilter(reader, excludedPaths);
  const versions = new Map(
    searchFeed
      .findNotes(ids)
      .filter(canBeSent)
      .map(({ id, version }) => [id, version]),
  );
  const jobs = searchFeed.findJobs(ids);
  const waiting = new Set(jobs.filter(({ failed }) => !failed).map(({ documentId }) => documentId));
  for (const id of searchFeed.listChangedSince(searchFeed.state()?.journalSeq ?? 0)) waiting.add(id);
  const compared = ids.filter((id) => !waiting.has(id));
  return {
    missing: compared.filter((id) => versions.has(id) && !indexed.has(id)),
    stale: compared.filter((id) => versions.has(id) && indexed.has(id) && versions.get(id) !== indexed.get(id)),
    orphaned: compared.filter((id) => !versions.has(id) && indexed.has(id)),
    failed: new Set(jobs.filter(({ failed }) => failed).map(({ documentId }) => documentId)),
  };
}
