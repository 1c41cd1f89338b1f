/**
 * Random numbers derived from a seed alone (xoshiro128**, Blackman and Vigna, 2018), equal on every machine. Each part
 * of a simulation forks its own generator, so that a further fault in one part does not change the choices of the
 * others.
 */
export class Random {
  readonly #state: Uint32Array;

  constructor(seed: number | string) {
    this.#state = seedState(String(seed));
  }

  /** Returns an integer from 0 to 2^32 − 1. */
  next(): number {
    const s = this.#state as unknown as [number, number, number, number];
    const result = Math.imul(rotate(Math.imul(s[1], 5), 7), 9) >>> 0;
    const shifted = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate(s[3], 11);
    return result;
  }

  /** Returns an integer from 0 to below `end`, which is at most 2^32. */
  below(end: number): number {
    return Math.floor((this.next() / 0x1_0000_0000) * end);
  }

  /** Returns an integer of a range, both ends included. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability * 0x1_0000_0000;
  }

  /** Returns one of the items, of which there must be at least one. */
  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** Returns an item by weight. At least one weight must be above 0. */
  pickWeighted<Item extends string>(weights: Readonly<Record<Item, number>>): Item {
    const entries = Object.entries(weights) as [Item, number][];
    let left = (this.next() / 0x1_0000_0000) * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of entries) {
      left -= weight;
      if (left < 0) return item;
    }
    return (entries.at(-1) as [Item, number])[0];
  }

  shuffle<Item>(items: readonly Item[]): Item[] {
    const order = [...items];
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = this.below(at + 1);
      [order[at], order[other]] = [order[other] as Item, order[at] as Item];
    }
    return order;
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += 1) bytes[at] = this.next();
    return bytes;
  }

  /** Returns a generator for a part, derived from the seed and the numbers drawn so far. */
  fork(part: string): Random {
    return new Random(`${this.next()}/${part}`);
  }
}

const rotate = (value: number, by: number) => ((value << by) | (value >>> (32 - by))) >>> 0;

/** Derives a state that is never all zeros, because that state would never change. */
function seedState(seed: string): Uint32Array {
  const state = Uint32Array.of(0x9e37_79b9, 0x243f_6a88, 0xb7e1_5162, 0x6a09_e667);
  for (const [at, letter] of [...seed].entries()) {
    const slot = at & 3;
    const mixed = Math.imul((state[slot] as number) ^ (letter.codePointAt(0) as number), 0x0100_0193);
    state[slot] = mixed ^ (mixed >>> 15);
    state[(slot + 1) & 3] = ((state[(slot + 1) & 3] as number) + (state[slot] as number)) >>> 0;
  }
  if (state.every((word) => word === 0)) state[0] = 1;
  return state;
}
