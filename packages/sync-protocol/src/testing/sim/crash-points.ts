/** The process is gone. Nothing but the simulator catches it. */
export class Crash extends Error {
  constructor() {
    super('the process of a replica ended');
    this.name = 'Crash';
  }
}

/**
 * Where a replica's process ends: at the nth durable write from now on, before or after it took effect. A write is a
 * transaction of the database or a synced file, so that there is nothing between.
 */
export class CrashPoints {
  #left = Number.POSITIVE_INFINITY;
  #after = false;
  #writes = 0;

  /** @param nth From 1. @param after Whether the write is still done, and only its answer is lost. */
  arm(nth: number, after: boolean): void {
    this.#left = nth;
    this.#after = after;
  }

  disarm(): void {
    this.#left = Number.POSITIVE_INFINITY;
  }

  /** Durable writes so far. */
  get writes(): number {
    return this.#writes;
  }

  write<Value>(effect: () => Value): Value {
    this.#writes += 1;
    this.#left -= 1;
    if (this.#left > 0) return effect();
    if (this.#after) effect();
    this.disarm();
    throw new Crash();
  }
}
