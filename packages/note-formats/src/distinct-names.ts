/** Generates distinct names. */
export class DistinctNames {
  /** Last number appended to each name. */
  readonly #times = new Map<string, number>();

  /** Returns the wanted name, or the name with the first number that makes it distinct. */
  makeDistinct(wanted: string, ending = ''): string {
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
