// @ts-check

/** @typedef {{ recall: number, ndcg: number, mrr: number }} Figures each from 0 to 1 */

/** Number of results that count. */
const DEPTH = 10;

/**
 * Returns recall@10, nDCG@10 and the reciprocal rank of a result. All notes to find are equally relevant.
 * @param {readonly string[]} found ids, best first
 * @param {ReadonlySet<string>} wanted
 * @returns {Figures}
 */
export function judge(found, wanted) {
  const ranks = found.slice(0, DEPTH).flatMap((id, index) => (wanted.has(id) ? [index + 1] : []));
  const most = Math.min(wanted.size, DEPTH);
  const ideal = sum(Array.from({ length: most }, (_, index) => gain(index + 1)));
  return { recall: ranks.length / most, ndcg: sum(ranks.map(gain)) / ideal, mrr: 1 / (ranks[0] ?? Infinity) };
}

/** Returns the mean of figures, which are at least one. */
export function average(/** @type {readonly Figures[]} */ all) {
  const mean = (/** @type {keyof Figures} */ name) => sum(all.map((figures) => figures[name])) / all.length;
  return { recall: mean('recall'), ndcg: mean('ndcg'), mrr: mean('mrr') };
}

const gain = (/** @type {number} */ rank) => 1 / Math.log2(rank + 1);
const sum = (/** @type {readonly number[]} */ numbers) => numbers.reduce((total, number) => total + number, 0);
