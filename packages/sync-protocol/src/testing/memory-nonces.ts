import { NONCE_MEMORY_MS, type NonceMemory } from '../auth/checks.js';

/** Nonces of accepted requests, in memory. */
export class MemoryNonces implements NonceMemory {
  readonly #spent = new Map<string, Map<string, number>>();
  readonly #most: number;
  #floor = Number.NEGATIVE_INFINITY;

  /** @param max maximum number of nonces kept for a key */
  constructor(max = 1_000) {
    this.#most = max;
  }

  floor(): number {
    return this.#floor;
  }

  has(keyId: string, nonce: string): boolean {
    return this.#spent.get(keyId)?.has(nonce) ?? false;
  }

  isFull(keyId: string): boolean {
    return (this.#spent.get(keyId)?.size ?? 0) >= this.#most;
  }

  add(keyId: string, nonce: string, at: number): void {
    this.#spent.set(keyId, (this.#spent.get(keyId) ?? new Map<string, number>()).set(nonce, at));
  }

  /**
   * Drops nonces that are too old to be accepted again, and records the newest dropped time as floor.
   *
   * @param now milliseconds since the Unix epoch
   */
  prune(now: number): void {
    for (const spent of this.#spent.values())
      for (const [nonce, at] of spent)
        if (at < now - NONCE_MEMORY_MS) {
          spent.delete(nonce);
          this.#floor = Math.max(this.#floor, at);
        }
  }
}
