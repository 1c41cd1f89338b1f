import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '@notes/search-engine';
import type { FeedState } from '@notes/storage';
import type { Library, Sidecar } from '../../../platform/context.js';
import { FaultThrottle } from '../../../platform/jobs/fault-throttle.js';
import { addJitter, getBackoffMs } from './backoff.js';
import { BatchSender } from './batch-sender.js';
import { ChangeQueue } from './change-queue.js';
import { callEngine, type FeedParts } from './feed-calls.js';
import { FEED_TIMING, type FeedTiming } from './feed-timing.js';
import { IndexContact } from './index-contact.js';
import { reconcile } from './reconcile.js';

export interface SearchFeedOptions {
  readonly library: Library;
  readonly sidecar: Sidecar;
  /** Called with an error that is not one of the engine, once a minute while the error persists. */
  readonly onError: (error: unknown) => void;
  readonly timing?: Partial<FeedTiming>;
}

/** Ratio of the pause after a write to the time that the batches before it took, within the bounds of the pause. */
const PAUSE_RATIO = 3;

const uptime = () => performance.now();

/**
 * Keeps the index of the search sidecar equal to the library. One process at a time may run it: the one that holds the
 * library lock.
 */
export class SearchFeed {
  readonly #options: SearchFeedOptions;
  readonly #parts: FeedParts;
  readonly #queue: ChangeQueue;
  readonly #contact: IndexContact;
  readonly #sender: BatchSender;
  readonly #stop = new AbortController();
  readonly #faults = new FaultThrottle();
  readonly #unsubscribe: () => void;
  readonly #run: Promise<void>;
  #wake: () => void = () => {};
  #hasNews = false;
  /** Milliseconds that the last round of batches took. */
  #drainMs = 0;
  #failures = 0;
  #outageSince: number | undefined;
  #reconcileAt = Number.NEGATIVE_INFINITY;
  /** True when the index is known to have all changes up to the stored sequence number. */
  #isComplete = false;

  constructor(options: SearchFeedOptions) {
    const { library, sidecar, timing } = options;
    this.#options = options;
    this.#parts = { library, sidecar, timing: { ...FEED_TIMING, ...timing }, signal: this.#stop.signal };
    this.#queue = new ChangeQueue(this.#parts);
    this.#contact = new IndexContact(this.#parts, this.#queue);
    this.#sender = new BatchSender(this.#parts);
    sidecar.isFed = true;
    this.#unsubscribe = library.store.subscribe((seq) => {
      // The bookkeeping of the feed is committed too, but is not in the journal.
      if (seq === this.#readState()?.journalSeq) return;
      this.#hasNews = true;
      this.#wake();
    });
    this.#run = this.#repeat();
  }

  /** Stops at once: calls of the engine are aborted. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#unsubscribe();
    this.#wake();
    await this.#run;
    this.#options.sidecar.isFed = false;
    delete this.#options.sidecar.contact;
  }

  async #repeat(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted)
      try {
        await this.#turn();
        await this.#rest();
      } catch (error) {
        if (signal.aborted) return;
        await this.#handleFault(error).catch((fault: unknown) => this.#report(fault));
        await this.#pause(getBackoffMs(this.#failures, this.#parts.timing.outage));
      }
  }

  async #turn(): Promise<void> {
    const { store } = this.#parts.library;
    this.#hasNews = false;
    await this.#begin();
    // Changes are queued during an outage too, so that their number and age are known.
    await this.#queueChanges();
    await this.#describe();
    this.#noticeReturn();
    await this.#takeRequest();
    const drainedFrom = uptime();
    await this.#drain();
    this.#drainMs = uptime() - drainedFrom;
    if (uptime() >= this.#reconcileAt) await this.#reconcile();
    if (this.#readState()?.lastError !== null)
      await store.write(({ searchFeed }) => searchFeed.update({ lastError: null }));
    this.#failures = 0;
    this.#outageSince = undefined;
  }

  /** Makes the stored state, and makes it anew when the library has become another replica. */
  async #begin(): Promise<void> {
    const { library, sidecar } = this.#parts;
    const { store, replicaId } = library;
    const former = this.#readState()?.replicaId;
    if (former === replicaId) return;
    if (former !== undefined) {
      this.#distrust();
      await callEngine(this.#parts, async (_, signal) => await sidecar.dropIndex?.(former, signal));
    }
    await store.write(({ searchFeed, journal }) => {
      searchFeed.clear();
      searchFeed.begin(replicaId, journal.last());
    });
  }

  /** Sends all jobs that can be carried out. */
  readonly #drain = async (): Promise<void> => {
    for (let hasMore = true; hasMore; ) {
      await this.#describe();
      await this.#queueChanges();
      hasMore = await this.#sender.send(this.#isComplete);
    }
  };

  async #queueChanges(): Promise<void> {
    const areOthersExcluded = await this.#queue.queueChanges();
    if (areOthersExcluded) this.#reconcileAt = Number.NEGATIVE_INFINITY;
  }

  async #reconcile(): Promise<void> {
    const { library, timing } = this.#parts;
    const found = await reconcile(this.#parts, this.#drain);
    await library.store.write(({ searchFeed }) => searchFeed.update({ ...found, lastReconciliationAt: Date.now() }));
    this.#isComplete = true;
    const isEqual = found.missing + found.stale + found.orphaned === 0;
    if (isEqual) await this.#sender.confirm();
    // The channels of an index that was new answer now.
    if (this.#parts.sidecar.contact?.description?.sequence === 0) this.#contact.expire();
    this.#reconcileAt = uptime() + addJitter(isEqual ? timing.reconcileMs : timing.retryReconcileMs);
  }

  /** Asks the engine for its state when the last answer is old. After a change of the index, it is compared. */
  async #describe(): Promise<void> {
    const change = await this.#contact.describe();
    if (change === 'none') return;
    this.#isComplete = change === 'created';
    this.#reconcileAt = Number.NEGATIVE_INFINITY;
  }

  #distrust(): void {
    this.#isComplete = false;
    this.#contact.expire();
    this.#reconcileAt = Number.NEGATIVE_INFINITY;
  }

  /** Carries out the request of a person. */
  async #takeRequest(): Promise<void> {
    const { store } = this.#parts.library;
    const request = this.#readState()?.request ?? null;
    if (request === null) return;
    if (request === 'rebuild') {
      await callEngine(this.#parts, (engine, signal) => engine.drop(signal));
      this.#contact.expire();
    }
    this.#reconcileAt = Number.NEGATIVE_INFINITY;
    await store.write(({ searchFeed }) => searchFeed.update({ request: null }));
    await this.#describe();
  }

  #noticeReturn(): void {
    const outageMs = this.#outageSince === undefined ? 0 : uptime() - this.#outageSince;
    if (outageMs > this.#parts.timing.longOutageMs) this.#reconcileAt = Number.NEGATIVE_INFINITY;
  }

  async #handleFault(error: unknown): Promise<void> {
    this.#failures++;
    this.#outageSince ??= uptime();
    this.#contact.expire();
    if (!(error instanceof EngineError)) return this.#report(error);
    if (error.code === 'gap') this.#distrust();
    if (this.#readState()?.lastError !== error.message)
      await this.#parts.library.store.write(({ searchFeed }) => searchFeed.update({ lastError: error.message }));
  }

  #report(error: unknown): void {
    if (this.#faults.shouldReport(error, uptime())) this.#options.onError(error);
  }

  /** Waits until there is something to do, and then for further writes. */
  async #rest(): Promise<void> {
    if (!this.#hasNews) await this.#waitForNews(this.#getRestMs());
    const { minMs, maxMs } = this.#parts.timing.coalesce;
    await this.#pause(Math.min(maxMs, Math.max(minMs, PAUSE_RATIO * this.#drainMs)));
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stop.signal, ref: false }).catch(() => {});
  }

  #getRestMs(): number {
    const retryAt = this.#parts.library.store.read(({ searchFeed }) => searchFeed.nextRetryAt());
    const untilRetry = retryAt === null ? Number.POSITIVE_INFINITY : retryAt - Date.now();
    const untilDescription = this.#contact.nextAt - uptime();
    return Math.max(0, Math.min(untilRetry, untilDescription, this.#reconcileAt - uptime()));
  }

  #waitForNews(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#stop.signal.aborted) this.#wake();
    });
  }

  #readState(): FeedState | undefined {
    return this.#parts.library.store.read(({ searchFeed }) => searchFeed.state());
  }
}
