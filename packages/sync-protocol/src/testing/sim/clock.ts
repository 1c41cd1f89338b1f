/** Time that passes when it is told to. */
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

  /** What a device shows whose clock is set otherwise: `skewMs` may be changed at any time. */
  skewed(skew: { skewMs: number }): () => number {
    return () => this.#ms + skew.skewMs;
  }
}
