import { NONCE_MEMORY_MS, type NonceMemory } from '../auth/checks.js';

/** Spent requests in this process's memory. */
export class MemoryNonces implements NonceMemory {
  readonly #spent = new Map<string, Map<string, number>>();
  readonly #most: number;
  #floor = Number.NEGATIVE_INFINITY;

  /** @param most How many of a key are kept. */
  constructor(most = 1_000) {
    this.#most = most;
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

  /** Drops what is too old to be accepted by the clock, and remembers up to when. @param now Milliseconds since 1970. */
  forget(now: number): void {
    for (const spent of this.#spent.values())
      for (const [nonce, at] of spent)
        if (at < now - NONCE_MEMORY_MS) {
          spent.delete(nonce);
          this.#floor = Math.max(this.#floor, at);
        }
  }
}
