/** How a run ended: `away` passes by itself, `refused` does not. */
export type RunEnd = 'done' | 'away' | 'refused';

/** What waits here to be exchanged: nothing, or a text that is another whenever more does. */
export type Waiting = string | null;

/** So long nothing more is written before what was is sent; and how long it waits at most. */
const SETTLED_MS = 3_000;
const WAIT_MOST_MS = 15_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 15 * 60_000;

/**
 * When a service exchanges by itself: at its start, soon after something is written, and when a look from time to time
 * finds something new. After a failure it waits longer each time, by chance, so that devices do not come all at once.
 * It has no clock: times are milliseconds of one that nobody sets.
 */
export class SyncRhythm {
  readonly #chance: () => number;
  #lookAt: number;
  #failures = 0;
  #retryAt: number | null = null;
  #waiting: Waiting = null;
  #waitsSince = 0;
  #changedAt = 0;
  /** What waited when the last run began: where that is all, it could not be sent. */
  #tried: Waiting = null;

  /** @param chance From 0 to below 1. */
  constructor(now: number, chance: () => number = Math.random) {
    this.#lookAt = now;
    this.#chance = chance;
  }

  /** To be told of what waits whenever it may have changed. */
  waits(waiting: Waiting, now: number): void {
    if (waiting === this.#waiting) return;
    if (this.#waiting === null) this.#waitsSince = now;
    this.#waiting = waiting;
    this.#changedAt = now;
  }

  /** What is to be done now. */
  due(now: number): 'run' | 'look' | null {
    if (this.#retryAt !== null) return now >= this.#retryAt ? 'run' : null;
    const isSettled = now - this.#changedAt >= SETTLED_MS || now - this.#waitsSince >= WAIT_MOST_MS;
    if (this.#waiting !== null && this.#waiting !== this.#tried && isSettled) return 'run';
    return now >= this.#lookAt ? 'look' : null;
  }

  /** @param intervalMs Between two looks. */
  looked(now: number, intervalMs: number): void {
    this.#lookAt = now + intervalMs;
  }

  /** What kept it waiting may be no more: it tries at once. */
  again(now: number): void {
    this.#failures = 0;
    this.#retryAt = null;
    this.#tried = null;
    this.#lookAt = now;
  }

  began(): void {
    this.#tried = this.#waiting;
  }

  ended(end: RunEnd, now: number): void {
    this.#waitsSince = now;
    this.#failures = end === 'done' ? 0 : this.#failures + 1;
    this.#retryAt = end === 'done' ? null : now + this.#pause(end);
  }

  #pause(end: Exclude<RunEnd, 'done'>): number {
    if (end === 'refused') return LONGEST_PAUSE_MS;
    return this.#chance() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(this.#failures - 1, 20));
  }
}
