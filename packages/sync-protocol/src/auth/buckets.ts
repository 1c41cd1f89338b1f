/** The most sources that are remembered at a time. */
const ENTRIES_MAX = 10_000;

export interface BucketRates {
  readonly perMinute: number;
  /** How many may come at once, after a pause. */
  readonly burst: number;
}

/** Token buckets, one for each name. They follow a clock that nobody sets. */
export class Buckets {
  readonly #rates: BucketRates;
  readonly #now: () => number;
  readonly #levels = new Map<string, { tokens: number; at: number }>();

  /** @param now Milliseconds of a monotonic clock. */
  constructor(rates: BucketRates, now: () => number) {
    this.#rates = rates;
    this.#now = now;
  }

  isEmpty(name: string): boolean {
    return this.#tokens(name) < 1;
  }

  /** Takes one, or says that there is none. */
  take(name: string): boolean {
    const tokens = this.#tokens(name);
    if (tokens < 1) return false;
    this.#levels.delete(name);
    this.#levels.set(name, { tokens: tokens - 1, at: this.#now() });
    if (this.#levels.size > ENTRIES_MAX) this.#forget();
    return true;
  }

  #tokens(name: string): number {
    const level = this.#levels.get(name);
    if (level === undefined) return this.#rates.burst;
    const since = (this.#now() - level.at) / 60_000;
    return Math.min(this.#rates.burst, level.tokens + since * this.#rates.perMinute);
  }

  /** Those that are full again are as those never seen; beyond them the one that was used least recently goes. */
  #forget(): void {
    for (const name of this.#levels.keys()) if (this.#tokens(name) >= this.#rates.burst) this.#levels.delete(name);
    const [oldest] = this.#levels.keys();
    if (oldest !== undefined && this.#levels.size > ENTRIES_MAX) this.#levels.delete(oldest);
  }
}
