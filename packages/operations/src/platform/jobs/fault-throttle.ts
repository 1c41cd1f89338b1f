const MINUTE_MS = 60_000;

/** Limits the logging of a persistent error to once a minute. */
export class FaultThrottle {
  #reportedAt = new Map<string, number>();

  /** @param now Milliseconds of a monotonic clock. */
  shouldReport(error: unknown, now: number): boolean {
    for (const [fault, at] of this.#reportedAt) if (now - at >= MINUTE_MS) this.#reportedAt.delete(fault);
    const fault = String(error);
    if (this.#reportedAt.has(fault)) return false;
    this.#reportedAt.set(fault, now);
    return true;
  }
}
