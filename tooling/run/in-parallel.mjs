// @ts-check

/**
 * Works on items in their order, on at most `count` at the same time.
 * @template Item, Result
 * @param {readonly Item[]} items
 * @param {number} count
 * @param {(item: Item) => Promise<Result>} work
 * @returns {Promise<Result[]>} the results, in the order of the items
 */
export async function workInParallel(items, count, work) {
  /** @type {Result[]} */
  const results = [];
  const left = items.entries();
  const takeTurns = async () => {
    for (const [at, item] of left) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: count }, takeTurns));
  return results;
}
