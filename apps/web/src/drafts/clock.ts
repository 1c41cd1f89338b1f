/** Time as the save engine sees it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something later; what it returns calls it off. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Something to be done once, some time after it was asked for. */
export class Alarm {
  #cancel: (() => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly ring: () => void,
  ) {}

  /** Rings in `ms` from now, whatever was asked before. */
  set(ms: number): void {
    this.clear();
    this.#cancel = this.clock.after(ms, () => {
      this.#cancel = undefined;
      this.ring();
    });
  }

  /** Rings in `ms` from now unless it is set already. */
  setOnce(ms: number): void {
    if (this.#cancel === undefined) this.set(ms);
  }

  clear(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
