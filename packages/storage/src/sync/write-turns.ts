import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../library/store.js';
import type { UnitOfWork } from '../library/unit.js';

/** Milliseconds since the last write of another during which the library counts as shared. */
const SHARED_MS = 10_000;
/** Longest row of writes in milliseconds before others get a turn. */
const TURN_MS = 100;
/**
 * Milliseconds of a turn of others: longer than a waiting process takes to try again. Longer while others write, because a
 * busy machine may not run the waiting process in time.
 */
const PAUSE_MS = { alone: 11, shared: 25 };

/** Gives other writers a turn between the slices of long work. SQLite keeps no queue of waiting processes. */
export class WriteTurns {
  readonly #store: Store;
  #turnStart = performance.now();
  #sharedUntil = Number.NEGATIVE_INFINITY;

  constructor(store: Store) {
    this.#store = store;
    store.poll();
  }

  /** True when others have written within the last seconds. */
  get isShared(): boolean {
    return performance.now() < this.#sharedUntil;
  }

  /**
   * Runs a slice in a write, and then lets others write: after each slice while the library is shared.
   *
   * @param slice returns `more` while anything remains, after which others get their turn
   */
  async run<Answer extends { readonly result: string }>(slice: (unit: UnitOfWork) => Answer): Promise<Answer> {
    this.#lookForOthers();
    const { answer, isAlone } = await this.#store.write((unit) => ({
      isAlone: this.#store.queuedWrites === 0,
      answer: slice(unit),
    }));
    this.#lookForOthers(!isAlone);
    if (answer.result === 'more' && (this.isShared || performance.now() - this.#turnStart >= TURN_MS)) {
      await sleep(this.isShared ? PAUSE_MS.shared : PAUSE_MS.alone);
      this.#turnStart = performance.now();
    }
    return answer;
  }

  #lookForOthers(isKnown = false): void {
    if (this.#store.poll() || isKnown) this.#sharedUntil = performance.now() + SHARED_MS;
  }
}
