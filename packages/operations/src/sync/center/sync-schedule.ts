/**
 * Result of a run: `incomplete` is a success that lacks artifacts which may still arrive, `away` a temporary failure, and
 * `refused` a lasting one.
 */
export type RunEnd = 'done' | 'incomplete' | 'away' | 'refused';

/** Pending local changes: null, or a text that differs whenever more changes are pending. */
export type PendingChanges = string | null;

/** Milliseconds without further writes before a run, and the longest delay of a run by further writes. */
const QUIET_MS = 3_000;
const MAX_WAIT_MS = 15_000;
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 15 * 60_000;

/**
 * Schedule of a service's exchanges: at its start, soon after a write, and when a periodic look finds something new.
 * After a failure the delay grows, with random variation, so that devices do not all retry at once. After an incomplete
 * run a further one follows in the same way, because a file that is copied slowly changes no listing when it is complete;
 * other reasons for a run do not wait for it. The schedule reads no clock: times are milliseconds of a monotonic clock.
 */
export class SyncSchedule {
  readonly #chance: () => number;
  #lookAt: number;
  /** Failures since the last run that succeeded, and incomplete runs since the last complete one. */
  #failures = 0;
  #incompleteRuns = 0;
  #retryAt: number | null = null;
  #completeAt: number | null = null;
  #waiting: PendingChanges = null;
  #waitsSince = 0;
  #changedAt = 0;
  /** Pending changes when the last run began. Unchanged pending changes could not be sent. */
  #tried: PendingChanges = null;

  /** @param chance Returns a random number from 0 to below 1. */
  constructor(now: number, chance: () => number = Math.random) {
    this.#lookAt = now;
    this.#chance = chance;
  }

  /** Reports the pending changes. Call it whenever they may have changed. */
  setPending(waiting: PendingChanges, now: number): void {
    if (waiting === this.#waiting) return;
    if (this.#waiting === null) this.#waitsSince = now;
    this.#waiting = waiting;
    this.#changedAt = now;
  }

  /** Returns the action that is due. */
  getDueAction(now: number): 'run' | 'look' | null {
    if (this.#retryAt !== null) return now >= this.#retryAt ? 'run' : null;
    const isSettled = now - this.#changedAt >= QUIET_MS || now - this.#waitsSince >= MAX_WAIT_MS;
    if (this.#waiting !== null && this.#waiting !== this.#tried && isSettled) return 'run';
    if (this.#completeAt !== null && now >= this.#completeAt) return 'run';
    return now >= this.#lookAt ? 'look' : null;
  }

  /** @param intervalMs Milliseconds between two looks. */
  recordLook(now: number, intervalMs: number): void {
    this.#lookAt = now + intervalMs;
  }

  /** Resets the delay after a change that may have removed the obstacle. */
  reset(now: number): void {
    this.#failures = 0;
    this.#incompleteRuns = 0;
    this.#retryAt = null;
    this.#tried = null;
    this.#lookAt = now;
  }

  recordStart(): void {
    this.#tried = this.#waiting;
  }

  recordEnd(end: RunEnd, now: number): void {
    this.#waitsSince = now;
    const isFailure = end === 'away' || end === 'refused';
    this.#failures = isFailure ? this.#failures + 1 : 0;
    if (!isFailure) this.#incompleteRuns = end === 'incomplete' ? this.#incompleteRuns + 1 : 0;
    this.#retryAt = isFailure ? now + (end === 'refused' ? MAX_PAUSE_MS : this.#pause(this.#failures)) : null;
    this.#completeAt = end === 'incomplete' ? now + this.#pause(this.#incompleteRuns) : null;
  }

  /** Returns a random pause up to a limit that doubles with the number of runs. */
  #pause(runs: number): number {
    return this.#chance() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(runs - 1, 20));
  }
}
