// @ts-check
/**
 * @typedef {import('./figures.mjs').Figures} Figures
 * @typedef {{ rows: { group: string, count: number, ways: Record<string, Figures> }[],
 *   times: Record<string, { median: number, p95: number }> }} Judgement figures of each group and milliseconds of a search
 *   by way of searching
 */

const NAME_WIDTH = 24;
const CELL_WIDTH = 22;
const HEAD = ' R@10   nDCG    MRR';

/** Returns a table with a line for each group of queries and one for the time of a search. */
export function formatJudgement(/** @type {Judgement} */ { rows, times }) {
  const ways = Object.keys(times);
  const queries = rows.reduce((sum, { count }) => sum + count, 0);
  const lines = [
    formatLine('', '', ways),
    formatLine(
      '',
      '',
      ways.map(() => HEAD),
    ),
    ...rows.map(({ group, count, ways: found }) =>
      formatLine(
        group,
        String(count),
        ways.map((way) => formatFigures(/** @type {Figures} */ (found[way]))),
      ),
    ),
    formatLine(
      'ms: p50, p95',
      String(queries),
      Object.values(times).map(({ median, p95 }) => `${median.toFixed(1).padStart(5)}  ${p95.toFixed(1).padStart(5)}`),
    ),
  ];
  return lines.join('\n');
}

function formatLine(/** @type {string} */ name, /** @type {string} */ count, /** @type {readonly string[]} */ cells) {
  const columns = cells.map((cell) => cell.padEnd(CELL_WIDTH)).join('');
  return `${name.padEnd(NAME_WIDTH)}${count.padStart(5)}  ${columns}`.trimEnd();
}

const formatFigures = (/** @type {Figures} */ { recall, ndcg, mrr }) =>
  `${(recall * 100).toFixed(1).padStart(5)}  ${ndcg.toFixed(3)}  ${mrr.toFixed(3)}`;
