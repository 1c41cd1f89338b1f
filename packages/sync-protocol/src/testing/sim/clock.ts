/** Clock that only advances when told to. */
export class VirtualClock {
  #ms: number;

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#ms = startMs;
  }

  now(): number {
    return this.#ms;
  }

  advance(ms: number): void {
    this.#ms += ms;
  }

  /** Returns a device clock that is off by `skewMs` milliseconds, which may change at any time. */
  createSkewedClock(skew: { skewMs: number }): () => number {
    return () => this.#ms + skew.skewMs;
  }
}
