/** Operations on ascending lists of the keys of notes, without duplicates. */

const MIN_CAPACITY = 256;

/** Collects keys in any order. */
export class KeyCollector {
  #keys = new Int32Array(MIN_CAPACITY);
  #length = 0;
  #isAscending = true;

  get length(): number {
    return this.#length;
  }

  add(key: number): void {
    if (this.#length === this.#keys.length) {
      const larger = new Int32Array(this.#keys.length * 2);
      larger.set(this.#keys);
      this.#keys = larger;
    }
    if (this.#length > 0 && (this.#keys[this.#length - 1] as number) >= key) this.#isAscending = false;
    this.#keys[this.#length++] = key;
  }

  /** Returns the keys in ascending order, each once. */
  toSorted(): Int32Array {
    const keys = this.#keys.subarray(0, this.#length);
    return this.#isAscending ? keys : removeDuplicates(keys.sort());
  }
}

function removeDuplicates(keys: Int32Array): Int32Array {
  let length = 0;
  for (let at = 0; at < keys.length; at++)
    if (at === 0 || keys[at] !== keys[length - 1]) keys[length++] = keys[at] as number;
  return keys.subarray(0, length);
}

/** Returns the union of lists. */
export function uniteLists(lists: readonly Int32Array[]): Int32Array {
  const [only = new Int32Array(0), ...others] = lists;
  if (others.length === 0) return only;
  const all = new Int32Array(lists.reduce((length, list) => length + list.length, 0));
  let length = 0;
  for (const list of lists) {
    all.set(list, length);
    length += list.length;
  }
  return removeDuplicates(all.sort());
}

/** Returns the keys of the first list that are, or with `isIn` false are not, in the second. */
export function selectKeys(keys: Int32Array, others: Int32Array, isIn: boolean): Int32Array {
  const selected = new Int32Array(keys.length);
  let length = 0;
  let at = 0;
  for (const key of keys) {
    at = findFrom(others, key, at);
    if ((others[at] === key) === isIn) selected[length++] = key;
  }
  return selected.subarray(0, length);
}

/** Returns the index of the first key at or above a key, searched from an index on, in steps that double. */
export function findFrom(keys: Int32Array, key: number, from: number): number {
  let low = from;
  let step = 1;
  while (low + step < keys.length && (keys[low + step] as number) < key) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, keys.length);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as number) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
