import type { LoggedOperation } from '@notes/sync-protocol';

/** Number of entities whose operations are read together. */
const AHEAD = 50;

/**
 * Reads the operations of entities some ahead, for readers that list entities and then read each one in that order: a
 * query for each entity would take most of their time.
 */
export class GroupCache {
  readonly #load: (keys: readonly string[]) => Map<string, LoggedOperation[]>;
  #listed: readonly string[] = [];
  #next = 0;
  #groups = new Map<string, LoggedOperation[]>();

  /** @param load returns the operations of each of some entities */
  constructor(load: (keys: readonly string[]) => Map<string, LoggedOperation[]>) {
    this.#load = load;
  }

  /** Records the entities that are read next, in this order. */
  expect(keys: readonly string[]): void {
    this.#listed = keys;
    this.#next = 0;
    this.#groups.clear();
  }

  /** Returns the operations of an entity. Each group is kept for one reading. */
  take(key: string): LoggedOperation[] {
    const kept = this.#groups.get(key);
    if (kept !== undefined) {
      this.#groups.delete(key);
      return kept;
    }
    const at = this.#listed.slice(this.#next, this.#next + AHEAD).indexOf(key);
    if (at === -1) return this.#load([key]).get(key) ?? [];
    const from = this.#next + at;
    this.#next = from + AHEAD;
    this.#groups = this.#load(this.#listed.slice(from, this.#next));
    if (this.#next >= this.#listed.length) this.#listed = [];
    return this.take(key);
  }
}
