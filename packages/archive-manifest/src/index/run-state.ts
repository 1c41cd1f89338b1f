import { ENTITIES, mapEntities } from '../entities.js';
import { type HashFactory, sha256 } from '../hash.js';
import { snapshotId } from '../manifest/commit.js';
import type { StoredObject } from '../manifest/location.js';
import type { Counts, Manifest, Totals } from '../manifest/schema.js';
import { makeProblem, type Problem } from '../problems.js';
import { encodeUtf8 } from '../utf8.js';
import { compareEntries, type IndexEntry } from './entry.js';
import { FileClaims } from './file-claims.js';

/** Sums, digest and file claims over the entries of all index objects of an archive, in order. Uses constant memory. */
export class RunState {
  readonly #files = new FileClaims();
  readonly #newHash: HashFactory;
  readonly #hash: ReturnType<HashFactory>;
  readonly #sums = { objects: 0, bytes: 0, record_chunks: 0, blobs: 0 };
  readonly #counts = mapEntities(() => 0);
  #last: IndexEntry | null = null;
  #entriesSha256: string | null = null;

  constructor(hash: HashFactory = sha256) {
    this.#newHash = hash;
    this.#hash = hash();
  }

  get totals(): Totals {
    const { packs } = this.#files;
    return packs > 0 ? { ...this.#sums, packs } : this.#sums;
  }

  get counts(): Counts {
    return this.#counts;
  }

  /**
   * Digest over kind and digest of every entry. It covers the contents of the archive, not the locations. No entry may
   * be added afterwards.
   */
  get entriesSha256(): string {
    this.#entriesSha256 ??= this.#hash.digestHex();
    return this.#entriesSha256;
  }

  /** Claims the bytes of an index object, before any entry. */
  claim(object: StoredObject): Problem | null {
    return this.#files.claim(object);
  }

  /** Adds the next entry of the archive and returns its problems. */
  add(entry: IndexEntry): Problem[] {
    this.#sum(entry);
    const misplaced = this.#checkOrder(entry);
    // An entry out of order still claims its byte range.
    const refusal = misplaced ?? this.#files.claim(entry);
    return refusal === null ? [] : [{ ...refusal, object: entry.sha256 }];
  }

  /** Compares the sums and the snapshot id with those of the manifest. Call it after all entries were added. */
  finish(manifest: Manifest): Problem[] {
    const wrong = this.#checkSums(manifest);
    return wrong.length > 0 ? wrong : this.#checkId(manifest);
  }

  #checkSums(manifest: Manifest): Problem[] {
    const { totals } = this;
    const fields = ['objects', 'bytes', 'record_chunks', 'blobs', 'packs'] as const;
    const wrong = fields.filter((field) => (totals[field] ?? 0) !== (manifest.totals[field] ?? 0));
    const miscounted = ENTITIES.filter((entity) => this.#counts[entity] !== manifest.counts[entity]);
    return [
      ...wrong.map((field) =>
        makeProblem('archive_totals_mismatch', `The sum over the index is ${totals[field] ?? 0}`, {
          path: ['totals', field],
        }),
      ),
      ...miscounted.map((entity) =>
        makeProblem('archive_count_mismatch', `The sum over the index is ${this.#counts[entity]}`, {
          path: ['counts', entity],
        }),
      ),
    ];
  }

  #checkId({ snapshot }: Manifest): Problem[] {
    const id = snapshotId(snapshot, this, this.#newHash);
    if (id === snapshot.id) return [];
    return [
      makeProblem('archive_snapshot_mismatch', `The id that follows from the contents is ${id}`, {
        path: ['snapshot', 'id'],
      }),
    ];
  }

  #checkOrder(entry: IndexEntry): Problem | null {
    const last = this.#last;
    this.#last = entry;
    if (last !== null && compareEntries(last, entry) >= 0)
      return makeProblem('archive_index_order', 'The entry does not sort after the previous one');
    const seq = last?.kind === 'records' && entry.kind === 'records' && last.entity === entry.entity ? last.seq + 1 : 0;
    return entry.kind === 'records' && entry.seq !== seq
      ? makeProblem('archive_index_order', `The entry has seq ${entry.seq} instead of ${seq}`)
      : null;
  }

  #sum(entry: IndexEntry): void {
    this.#sums.objects += 1;
    this.#sums.bytes += entry.size_bytes;
    this.#hash.update(encodeUtf8(`${entry.kind} ${entry.sha256}\n`));
    if (entry.kind === 'blob') this.#sums.blobs += 1;
    else {
      this.#sums.record_chunks += entry.record_chunks;
      this.#counts[entry.entity] += entry.records;
    }
  }
}
