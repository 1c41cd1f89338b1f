/** Maximum number of names remembered at a time. */
const MAX_ENTRIES = 10_000;

/** Rates of a token bucket. */
export interface BucketRates {
  /** Tokens added per minute. */
  readonly perMinute: number;
  /** Capacity of the bucket: requests allowed at once after a pause. */
  readonly burst: number;
}

/** Token buckets, one for each name. They follow a monotonic clock. */
export class Buckets {
  readonly #rates: BucketRates;
  readonly #now: () => number;
  readonly #levels = new Map<string, { tokens: number; at: number }>();

  /** @param now returns milliseconds of a monotonic clock */
  constructor(rates: BucketRates, now: () => number) {
    this.#rates = rates;
    this.#now = now;
  }

  isEmpty(name: string): boolean {
    return this.#tokens(name) < 1;
  }

  /** Takes a token; returns false when the bucket is empty. */
  take(name: string): boolean {
    const tokens = this.#tokens(name);
    if (tokens < 1) return false;
    this.#levels.delete(name);
    this.#levels.set(name, { tokens: tokens - 1, at: this.#now() });
    if (this.#levels.size > MAX_ENTRIES) this.#evict();
    return true;
  }

  #tokens(name: string): number {
    const level = this.#levels.get(name);
    if (level === undefined) return this.#rates.burst;
    const since = (this.#now() - level.at) / 60_000;
    return Math.min(this.#rates.burst, level.tokens + since * this.#rates.perMinute);
  }

  /**
   * Removes full buckets, which behave like new ones. When too many are left, removes the least recently used bucket.
   */
  #evict(): void {
    for (const name of this.#levels.keys()) if (this.#tokens(name) >= this.#rates.burst) this.#levels.delete(name);
    const [oldest] = this.#levels.keys();
    if (oldest !== undefined && this.#levels.size > MAX_ENTRIES) this.#levels.delete(oldest);
  }
}
