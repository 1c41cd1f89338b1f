/** Names that differ, whatever is asked for. */
export class Names {
  /** The last number behind each. */
  readonly #times = new Map<string, number>();

  /** A name as it is asked for, or with the first number behind it that makes it another. */
  unlike(wanted: string, ending = ''): string {
    const whole = wanted + ending;
    let times = this.#times.get(whole) ?? 1;
    let name = whole;
    while (this.#times.has(name)) {
      times += 1;
      name = `${wanted} (${times})${ending}`;
    }
    this.#times.set(whole, times);
    this.#times.set(name, this.#times.get(name) ?? 1);
    return name;
  }
}
