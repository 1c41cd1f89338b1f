/** The process is gone. Nothing but the simulator catches it. */
export class Crash extends Error {
  constructor() {
    super('the process of a replica ended');
    this.name = 'Crash';
  }
}

/** A write that the disk did not take; the process goes on. */
export class WriteError extends Error {
  readonly code: 'ENOSPC' | 'EIO';

  constructor(code: WriteError['code']) {
    super(`planted: ${code}`);
    this.name = 'WriteError';
    this.code = code;
  }
}

/**
 * What a durable write comes to: the process ends `before` it took effect, or `after`, with only its answer lost; or the
 * write fails, and the process goes on.
 */
export type WriteFault = 'before' | 'after' | 'ENOSPC' | 'EIO';

/**
 * Where something befalls a replica's process: the nth durable write from now on. A write is a transaction of the
 * database or a synced file, so that there is nothing between before and after.
 */
export class CrashPoints {
  readonly #happened: (fault: WriteFault) => void;
  #left = Number.POSITIVE_INFINITY;
  #fault: WriteFault = 'before';
  #writes = 0;
  #ended = false;

  /** @param happened Told of each that came. */
  constructor(happened: (fault: WriteFault) => void = () => {}) {
    this.#happened = happened;
  }

  /** @param nth From 1. */
  arm(nth: number, fault: WriteFault): void {
    this.#left = nth;
    this.#fault = fault;
  }

  /** Whatever was armed and did not come is not to come; a process that ended is there again. */
  disarm(): void {
    this.#left = Number.POSITIVE_INFINITY;
    this.#ended = false;
  }

  /** What a process does beside writing, which one that has ended does not. */
  assertAlive(): void {
    if (this.#ended) throw new Crash();
  }

  /** Durable writes so far. */
  get writes(): number {
    return this.#writes;
  }

  write<Value>(effect: () => Value): Value {
    this.assertAlive();
    this.#writes += 1;
    this.#left -= 1;
    if (this.#left > 0) return effect();
    if (this.#fault === 'after') effect();
    this.#left = Number.POSITIVE_INFINITY;
    this.#happened(this.#fault);
    if (this.#fault === 'ENOSPC' || this.#fault === 'EIO') throw new WriteError(this.#fault);
    this.#ended = true;
    throw new Crash();
  }
}
