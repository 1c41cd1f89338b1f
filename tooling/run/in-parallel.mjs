// @ts-check

/**
 * Works on items in their order, on at most `count` at the same time. After a failure no other item is begun.
 * @template Item, Result
 * @param {readonly Item[]} items
 * @param {number} count
 * @param {(item: Item) => Promise<Result>} work
 * @returns {Promise<Result[]>} the results, in the order of the items
 * @throws the first failure, when all work that was begun has ended
 */
export async function workInParallel(items, count, work) {
  /** @type {Result[]} */
  const results = [];
  /** @type {unknown[]} */
  const failures = [];
  const left = items.entries();
  const takeTurns = async () => {
    for (const [at, item] of left) {
      if (failures.length > 0) return;
      try {
        results[at] = await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: count }, takeTurns));
  if (failures.length > 0) throw failures[0];
  return results;
}
