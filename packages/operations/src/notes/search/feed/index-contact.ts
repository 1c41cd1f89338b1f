import { type EngineDescription, EngineError } from '@notes/search-engine';
import type { FeedState } from '@notes/storage';
import type { ChangeQueue } from './change-queue.js';
import { callEngine, type FeedParts } from './feed-calls.js';

/**
 * Index that an engine describes, compared with the one that was fed. `created`: it did not exist and is empty now, with
 * a job for every note; `changed`: it is another one, or lost changes.
 */
export type IndexChange = 'none' | 'created' | 'changed';

/** State of an index that may lack notes, so that it does not count as whole before it is compared with the library. */
const NOT_COMPARED = { lastReconciliationAt: null } as const;

const uptime = () => performance.now();

/** Asks the engine for its state from time to time, and continues with the index that it has. */
export class IndexContact {
  readonly #parts: FeedParts;
  readonly #queue: ChangeQueue;
  #describedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: FeedParts, queue: ChangeQueue) {
    this.#parts = parts;
    this.#queue = queue;
  }

  /** Time of the next description, in milliseconds of the monotonic clock. */
  get nextAt(): number {
    return this.#describedAt + this.#parts.timing.describeMs;
  }

  /** Makes the next call of `describe` ask the engine. */
  expire(): void {
    this.#describedAt = Number.NEGATIVE_INFINITY;
  }

  /**
   * Asks the engine for its state when the last answer is old, and stores which index is fed.
   *
   * @throws EngineError when the engine does not answer
   */
  async describe(): Promise<IndexChange> {
    if (uptime() < this.nextAt) return 'none';
    const description = await this.#ask();
    const state = this.#parts.library.store.read(({ searchFeed }) => searchFeed.state()) as FeedState;
    const change = getChange(description, state);
    if (change === 'created') await this.#create();
    else if (change === 'changed') await this.#adopt(description, state);
    this.#describedAt = uptime();
    return change;
  }

  async #ask(): Promise<EngineDescription> {
    const { sidecar, timing, signal } = this.#parts;
    try {
      const { describeLimitMs } = timing;
      const description = await callEngine(this.#parts, (engine, each) => engine.describe(each), describeLimitMs);
      sidecar.contact = { at: Date.now(), description };
      return description;
    } catch (error) {
      if (error instanceof EngineError && !signal.aborted) sidecar.contact = { at: Date.now(), error };
      throw error;
    }
  }

  /** Makes an index after all notes were queued, so that no crash leaves an index without them. */
  async #create(): Promise<void> {
    const { store } = this.#parts.library;
    await store.write(({ searchFeed }) => searchFeed.update({ indexId: null, fedSeq: 0, ...NOT_COMPARED }));
    await this.#queue.queueAllNotes();
    const empty = { from: 0, to: 0, upserts: [], deletes: [] };
    await callEngine(this.#parts, (engine, signal) => engine.apply(empty, signal));
    const { indexId } = await this.#ask();
    if (indexId === null) throw new EngineError('malformed', 'The search sidecar has no index after its first batch.');
    await store.write(({ searchFeed }) => searchFeed.update({ indexId }));
  }

  async #adopt({ indexId, sequence }: EngineDescription, { journalSeq }: FeedState): Promise<void> {
    const fedSeq = Math.min(sequence, journalSeq);
    await this.#parts.library.store.write(({ searchFeed }) => searchFeed.update({ indexId, fedSeq, ...NOT_COMPARED }));
  }
}

function getChange({ indexId, sequence }: EngineDescription, state: FeedState): IndexChange {
  if (indexId === null) return 'created';
  return indexId !== state.indexId || sequence < state.fedSeq ? 'changed' : 'none';
}
