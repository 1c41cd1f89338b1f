import { BUCKETS, MAX_BATCH_RECORDS } from '@notes/search-engine';
import type { FeedDifferences } from '@notes/storage';
import { type BucketDifferences, compareBucket, computeLibraryDigests, findDifferentBuckets } from './compare-index.js';
import { callEngine, type FeedParts } from './feed-calls.js';

/** Maximum number of comparisons. The last one only counts. */
const MAX_ROUNDS = 4;

const KINDS = ['missing', 'stale', 'orphaned'] as const;
type Kind = (typeof KINDS)[number];
type OpenDifferences = Record<Kind, number>;

/**
 * Compares the index with the library and repairs it, until both are equal or the maximum number of rounds is reached.
 *
 * @param drain sends all jobs that can be carried out
 * @returns the differences that are left, and the number of those repaired. Notes whose changes are still to be sent
 *   are no difference
 * @throws EngineError when the engine does not answer or fails
 */
export async function reconcile(parts: FeedParts, drain: () => Promise<void>): Promise<FeedDifferences> {
  const { store } = parts.library;
  await store.write(({ searchFeed }) => searchFeed.retryFailed(Date.now()));
  await drain();
  let repaired = 0;
  for (let round = 1; ; round++) {
    const outcome = await new Round(parts, drain, { canRepair: round < MAX_ROUNDS, repaired }).run();
    ({ repaired } = outcome);
    if (!outcome.hasRepaired) return { ...outcome.open, repaired };
  }
}

interface RoundOptions {
  /** False in the round that only counts. */
  readonly canRepair: boolean;
  /** Number of repairs in earlier rounds. */
  readonly repaired: number;
}

/** One comparison of all buckets. */
class Round {
  readonly #parts: FeedParts;
  readonly #drain: () => Promise<void>;
  readonly #canRepair: boolean;
  readonly #open: OpenDifferences = { missing: 0, stale: 0, orphaned: 0 };
  /** Notes to repair, with the kind of their difference. */
  #repairs = new Map<string, Kind>();
  #repaired: number;
  #hasRepaired = false;
  #drainedAt = performance.now();

  constructor(parts: FeedParts, drain: () => Promise<void>, { canRepair, repaired }: RoundOptions) {
    this.#parts = parts;
    this.#drain = drain;
    this.#canRepair = canRepair;
    this.#repaired = repaired;
  }

  async run() {
    const { library, signal } = this.#parts;
    const { digests, keys } = await computeLibraryDigests(library, signal, this.#drainWhenDue);
    const indexed = await callEngine(this.#parts, (engine, each) => engine.digests({ from: 0, to: BUCKETS }, each));
    const buckets = findDifferentBuckets(digests, indexed);
    for (const bucket of buckets) {
      await this.#drainWhenDue();
      await this.#compare(bucket, keys[bucket] ?? []);
      if (this.#repairs.size >= MAX_BATCH_RECORDS) await this.#repair();
    }
    await this.#repair();
    return { open: this.#open, repaired: this.#repaired, hasRepaired: this.#hasRepaired };
  }

  readonly #drainWhenDue = async (): Promise<void> => {
    if (performance.now() - this.#drainedAt < this.#parts.timing.sendWhileComparingMs) return;
    await this.#drain();
    this.#drainedAt = performance.now();
  };

  async #compare(bucket: number, keys: readonly number[]): Promise<void> {
    const entries = await callEngine(this.#parts, (engine, signal) => engine.entries(bucket, signal));
    const { store, config } = this.#parts.library;
    const paths = config['search.sidecar.excluded_notebooks'];
    const found = store.read((reader) => compareBucket(reader, { keys, entries }, paths));
    for (const kind of KINDS) this.#take(kind, found);
  }

  #take(kind: Kind, differences: BucketDifferences): void {
    this.#open[kind] += differences[kind].length;
    if (!this.#canRepair) return;
    for (const id of differences[kind]) if (!differences.failed.has(id)) this.#repairs.set(id, kind);
  }

  /** Sends the notes to repair. Those that the engine refuses have a job afterwards and are no difference any more. */
  async #repair(): Promise<void> {
    if (this.#repairs.size === 0) return;
    const { store } = this.#parts.library;
    const repairs = this.#repairs;
    this.#repairs = new Map();
    const ids = [...repairs.keys()];
    await store.write(({ searchFeed }) => {
      searchFeed.queueRepairs(ids, Date.now());
      searchFeed.update({ ...this.#open, repaired: this.#repaired });
    });
    await this.#drain();
    const jobs = store.read(({ searchFeed }) => searchFeed.findJobs(ids));
    this.#repaired += ids.length - jobs.length;
    this.#hasRepaired = true;
    for (const kind of repairs.values()) this.#open[kind]--;
  }
}
