// @ts-check

/**
 * @typedef {import('./figures.mjs').Figures} Figures
 * @typedef {{ notes: number, bulkNotesPerSecond: number, rows: Figures[] }} Result
 * @typedef {{ from: number, to: number, factor: number, floor: number | undefined, limit: number, tooFast: boolean }} Step
 *   factor, floor: growth of the service and of its floor; limit: growth of the logarithm of the size
 * @typedef {{ name: string, steps: Step[] }} Growth
 */

/** Part of a growth beyond the logarithm that counts as noise of the measurement. */
const TOLERANCE = 1.1;

/**
 * Compares the growth of each row with that of the logarithm of the size. A row that grows faster than the logarithm and
 * faster than its floor is marked: other load of the machine affects the floor of the same size as well.
 * @returns {Growth[]}
 */
export function findGrowth(/** @type {readonly Result[]} */ results) {
  const [first] = results;
  if (first === undefined) return [];
  const names = ['fill, each note', ...first.rows.map(({ name }) => name)];
  return names.map((name) => ({
    name,
    steps: results.slice(1).map((result, index) => {
      const before = /** @type {Result} */ (results[index]);
      const [small, large] = [readCost(before, name), readCost(result, name)];
      const limit = Math.log(result.notes) / Math.log(before.notes);
      const factor = large.service / small.service;
      const floor = large.floor === undefined || small.floor === undefined ? undefined : large.floor / small.floor;
      const tooFast = factor > limit * TOLERANCE && (floor === undefined || factor > floor * TOLERANCE);
      return { from: before.notes, to: result.notes, factor, floor, limit, tooFast };
    }),
  }));
}

/**
 * Returns the cost of a row: of rates the time, and of the size of the database the bytes for each byte of Markdown.
 * @returns {{ service: number, floor?: number | undefined }}
 */
function readCost(/** @type {Result} */ { rows, bulkNotesPerSecond }, /** @type {string} */ name) {
  const row = rows.find((each) => each.name === name);
  if (row === undefined) return { service: 1 / bulkNotesPerSecond };
  if (name === 'database / Markdown') return { service: row.ratio ?? 0 };
  if (!row.unit.endsWith('/s')) return row;
  return { service: 1 / row.service, floor: row.floor === undefined ? undefined : 1 / row.floor };
}

/** Formats the growth of each row in each step, the floor in parentheses. */
export function formatGrowthTable(/** @type {readonly Growth[]} */ growth) {
  const width = Math.max(0, ...growth.map(({ name }) => name.length));
  const heads = (growth[0]?.steps ?? []).map(({ from, to, limit }) =>
    `${from} to ${to} (× ${limit.toFixed(2)})`.padStart(28),
  );
  const lines = growth.map(({ name, steps }) => {
    const cells = steps.map(({ factor, floor, tooFast }) => {
      const beside = floor === undefined ? '' : ` (${floor.toFixed(2)})`;
      return `${tooFast ? 'FASTER  ' : ''}× ${factor.toFixed(2)}${beside}`.padStart(28);
    });
    return `${name.padEnd(width)}${cells.join('')}`;
  });
  return [`${''.padEnd(width)}${heads.join('')}`, ...lines].join('\n');
}
