/** Time source of the save engine. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Runs a function later; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Maximum time that work waits for the page to be idle. */
const MAX_IDLE_WAIT_MS = 1_000;

/** Time source of work that then waits for the page to be idle, so that it does not delay the display of a key press. */
export const idleClock: Clock = {
  now: Date.now,
  after: (ms, run) => {
    let cancel = systemClock.after(ms, () => {
      // Safari has no idle callbacks.
      if (typeof requestIdleCallback === 'undefined') return run();
      const handle = requestIdleCallback(() => run(), { timeout: MAX_IDLE_WAIT_MS });
      cancel = () => cancelIdleCallback(handle);
    });
    return () => cancel();
  },
};

/** A timer that runs a function once. */
export class Alarm {
  #cancel: (() => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly ring: () => void,
  ) {}

  /** Sets the timer to `ms` from now, replacing an earlier time. */
  set(ms: number): void {
    this.clear();
    this.#cancel = this.clock.after(ms, () => {
      this.#cancel = undefined;
      this.ring();
    });
  }

  /** Sets the timer to `ms` from now unless it is already set. */
  setOnce(ms: number): void {
    if (this.#cancel === undefined) this.set(ms);
  }

  clear(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
