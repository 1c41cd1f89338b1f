const MINUTE_MS = 60_000;

/** Limits the logging of a persistent error to once a minute. */
export class FaultThrottle {
  #told = new Map<string, number>();

  /** @param now Milliseconds of a monotonic clock. */
  shouldReport(error: unknown, now: number): boolean {
    for (const [fault, at] of this.#told) if (now - at >= MINUTE_MS) this.#told.delete(fault);
    const fault = String(error);
    if (this.#told.has(fault)) return false;
    this.#told.set(fault, now);
    return true;
  }
}
