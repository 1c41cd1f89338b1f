// @ts-check

/**
 * @typedef {import('./figures.mjs').Figures} Figures
 * @typedef {{ most?: number, least?: number, over?: number, absolute?: [number, string], tail?: number }} Target
 *   most, least: of the ratio to the floor; over: of the difference to it, in milliseconds; absolute: a bound of the
 *   figure itself, with its unit; tail: of the 95th percentile, in milliseconds
 */

const LARGE = 100_000;

/**
 * Returns the target of each row in a library of so many notes.
 * @returns {Record<string, Target>}
 */
export function targetsFor(/** @type {number} */ notes) {
  return {
    create: { most: 1.5 },
    update: { most: notes < 60_000 ? 1.2 : 1.3 },
    'update, 100 links': { most: 1.5 },
    get: { most: 1.5 },
    'get, 8 connections': { least: 0.6 },
    'list 50': { most: 1.5 },
    'search, mixed': { most: 0.8, tail: 50 },
    'search, common word': { most: 0.3, tail: 50 },
    'search, 200 queries': { absolute: [5, 'ms'], tail: 50 },
    suggest: { most: 1.5 },
    'graph depth 2': { most: 0.7 },
    'graph depth 5': { absolute: [15, 'ms'] },
    'graph path': { absolute: [5, 'ms'] },
    'graph, first use': { absolute: [1_000, 'ms'] },
    'search over MCP': { over: 1 },
    'search over stdio': { over: 1 },
    'get over MCP': { over: 1 },
    'get over stdio': { over: 1 },
    upload: { least: 0.6 },
    download: { least: 1 },
    'cold start': { most: 2.2, absolute: [notes < LARGE ? 600 : 1_000, 'ms'] },
    'idle memory': { most: 1.4, absolute: [notes < LARGE ? 110 : 300, 'MB'] },
    'database / Markdown': { most: 3.3 },
  };
}

/** @returns {boolean} true when a row reaches its target */
export function reachesTarget(/** @type {Target} */ { most, least, over, absolute, tail }, /** @type {Figures} */ row) {
  const checks = [
    most === undefined || row.ratio === undefined || row.ratio <= most,
    least === undefined || row.ratio === undefined || row.ratio >= least,
    over === undefined || row.over === undefined || row.over < over,
    absolute === undefined || row.service <= absolute[0],
    tail === undefined || row.p95 === undefined || row.p95 <= tail,
  ];
  return checks.every(Boolean);
}

export function describeTarget(/** @type {Target} */ { most, least, over, absolute, tail }) {
  return [
    ...(most === undefined ? [] : [`≤ ${most}`]),
    ...(least === undefined ? [] : [`≥ ${least}`]),
    ...(over === undefined ? [] : [`< floor + ${over} ms`]),
    ...(absolute === undefined ? [] : [`≤ ${absolute.join(' ')}`]),
    ...(tail === undefined ? [] : [`p95 ≤ ${tail} ms`]),
  ].join(', ');
}

/**
 * Adds the verdict on each row to a result, for other programs.
 * @template {{ notes: number, rows: Figures[] }} Result
 * @param {Result} result
 */
export function addVerdicts(result) {
  const targets = targetsFor(result.notes);
  const rows = result.rows.map((row) => {
    const target = targets[row.name];
    return target === undefined ? row : { ...row, target, ok: reachesTarget(target, row) };
  });
  return { ...result, rows };
}
