const MINUTE_MS = 60_000;

/** Tells which errors are news, so that a fault that lasts does not fill a log: each is, once a minute. */
export class LastingFaults {
  #told = new Map<string, number>();

  /** @param now Milliseconds of a clock that nobody sets. */
  isNews(error: unknown, now: number): boolean {
    for (const [fault, at] of this.#told) if (now - at >= MINUTE_MS) this.#told.delete(fault);
    const fault = String(error);
    if (this.#told.has(fault)) return false;
    this.#told.set(fault, now);
    return true;
  }
}
