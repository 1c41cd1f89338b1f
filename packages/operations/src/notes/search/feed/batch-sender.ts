import { EngineError, type EngineErrorCode, MAX_BATCH_RECORDS, MAX_ENGINE_MESSAGE } from '@notes/search-engine';
import type { DueFeedJob, SearchFeedWriter } from '@notes/storage';
import { getBackoffMs } from './backoff.js';
import { callEngine, type FeedParts } from './feed-calls.js';
import { loadBatch } from './load-batch.js';

/** Attempts after which a refused note waits for its next change or the next reconciliation. */
const MAX_ATTEMPTS = 5;
/** Errors that the contents of a batch may have caused. */
const BATCH_FAULTS: ReadonlySet<EngineErrorCode> = new Set(['failed', 'malformed', 'unreachable']);

/** Sends the jobs of the feed to the engine, one batch at a time. */
export class BatchSender {
  readonly #parts: FeedParts;
  /**
   * Maximum number of notes of the next batch. Halved after a batch that failed, so that a note that makes the engine
   * fail is found.
   */
  #limit = MAX_BATCH_RECORDS;

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  /**
   * Sends one batch, if there are jobs, and stores its outcome.
   *
   * @param isComplete see {@link loadBatch}
   * @returns true when further jobs can be carried out at once
   * @throws EngineError when the engine did not take the batch
   */
  async send(isComplete: boolean): Promise<boolean> {
    const { library } = this.#parts;
    const loaded = await loadBatch(library, { limit: this.#limit, isComplete, at: Date.now() });
    if (loaded === undefined) return false;
    const { jobs, batch, hasMore } = loaded;
    const { rejected } = await callEngine(this.#parts, (engine, signal) => engine.apply(batch, signal)).catch((error) =>
      this.#handleFault(error, jobs),
    );
    this.#limit = Math.min(MAX_BATCH_RECORDS, this.#limit * 2);
    const reasons = new Map(rejected.map(({ id, message }) => [id, message]));
    await library.store.write(({ searchFeed }) => {
      const at = Date.now();
      searchFeed.complete(jobs.filter(({ documentId }) => !reasons.has(documentId)));
      for (const job of jobs) recordRefusal(this.#parts, searchFeed, job, reasons.get(job.documentId));
      const synced = searchFeed.hasWork() ? {} : { lastSyncAt: at };
      searchFeed.update({ fedSeq: batch.to, lastIndexAt: at, lastError: null, ...synced });
    });
    return hasMore;
  }

  /**
   * Confirms to the engine that a new index has all notes, when no batch did. An engine takes an index with the sequence
   * number 0 for one that is being filled.
   *
   * @throws EngineError when the engine did not take the batch
   */
  async confirm(): Promise<void> {
    const { store } = this.#parts.library;
    const facts = store.read(({ searchFeed }) => ({ state: searchFeed.state(), next: searchFeed.firstPendingSeq([]) }));
    if (facts.state === undefined || facts.next !== null) return;
    const { fedSeq: from, journalSeq } = facts.state;
    if (from > 0) return;
    // A library without changes has all of them.
    const to = Math.max(1, journalSeq);
    const batch = { from, to, upserts: [], deletes: [] };
    await callEngine(this.#parts, (engine, signal) => engine.apply(batch, signal));
    await store.write(({ searchFeed }) => searchFeed.update({ fedSeq: to }));
  }

  async #handleFault(error: unknown, jobs: readonly DueFeedJob[]): Promise<never> {
    if (!(error instanceof EngineError) || !BATCH_FAULTS.has(error.code) || this.#parts.signal.aborted) throw error;
    const [job] = jobs;
    this.#limit = Math.max(1, Math.floor(jobs.length / 2));
    if (jobs.length === 1 && job !== undefined && (await this.#isEngineThere()))
      await this.#parts.library.store.write(({ searchFeed }) =>
        recordRefusal(this.#parts, searchFeed, job, error.message),
      );
    throw error;
  }

  /** Returns true when the engine answers, so that a failure is not an outage. */
  async #isEngineThere(): Promise<boolean> {
    const { describeLimitMs } = this.#parts.timing;
    return await callEngine(this.#parts, (engine, signal) => engine.describe(signal), describeLimitMs).then(
      () => true,
      () => false,
    );
  }
}

function recordRefusal(
  { timing }: FeedParts,
  searchFeed: SearchFeedWriter,
  { documentId, seq, attempts }: DueFeedJob,
  reason: string | undefined,
): void {
  if (reason === undefined) return;
  const isLast = attempts + 1 >= MAX_ATTEMPTS;
  const dueAt = isLast ? null : Math.ceil(Date.now() + getBackoffMs(attempts + 1, timing.refusal));
  searchFeed.reject({ documentId, seq, message: reason.slice(0, MAX_ENGINE_MESSAGE), dueAt });
}
