/** End of a simulated process. Only the simulator catches it. */
export class Crash extends Error {
  constructor() {
    super('The process of the replica ended.');
    this.name = 'Crash';
  }
}

/** A write that the disk rejected; the process continues. */
export class WriteError extends Error {
  readonly code: 'ENOSPC' | 'EIO';

  constructor(code: WriteError['code']) {
    super(`Injected fault: ${code}`);
    this.name = 'WriteError';
    this.code = code;
  }
}

/**
 * Fault of a durable write. The process ends `before` it takes effect, or `after` it, with the answer lost; or the
 * write fails and the process continues.
 */
export type WriteFault = 'before' | 'after' | 'ENOSPC' | 'EIO';

/**
 * Injects a fault into a replica's process at the nth durable write from now on. A write is a transaction of the
 * database or a synced file, so it either takes effect or does not.
 */
export class CrashPoints {
  readonly #onFault: (fault: WriteFault) => void;
  #left = Number.POSITIVE_INFINITY;
  #fault: WriteFault = 'before';
  #writes = 0;
  #ended = false;

  /** @param onFault called with each injected fault */
  constructor(onFault: (fault: WriteFault) => void = () => {}) {
    this.#onFault = onFault;
  }

  /** @param nth number of the write, from 1 */
  arm(nth: number, fault: WriteFault): void {
    this.#left = nth;
    this.#fault = fault;
  }

  /** Cancels a pending fault and revives an ended process. */
  disarm(): void {
    this.#left = Number.POSITIVE_INFINITY;
    this.#ended = false;
  }

  /** Throws in an ended process; called by actions that are not writes. */
  assertAlive(): void {
    if (this.#ended) throw new Crash();
  }

  /** Number of durable writes so far. */
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
    this.#onFault(this.#fault);
    if (this.#fault === 'ENOSPC' || this.#fault === 'EIO') throw new WriteError(this.#fault);
    this.#ended = true;
    throw new Crash();
  }
}
