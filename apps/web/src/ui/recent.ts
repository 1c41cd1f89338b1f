/** Map with a limited number of entries; the oldest are dropped. */
export class Recent<Value> {
  readonly #values = new Map<string, Value>();

  constructor(readonly limit: number) {}

  /** Lists the entries, the oldest first. */
  list(): [key: string, value: Value][] {
    return [...this.#values];
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.limit) return;
      this.#values.delete(oldest);
    }
  }
}
