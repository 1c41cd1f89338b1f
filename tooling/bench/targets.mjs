// @ts-check

/**
 * @typedef {{ most: number, least?: undefined, absolute?: [number, string] }
 *   | { least: number, most?: undefined, absolute?: undefined }} Target
 *   most, least: of the ratio to the floor; absolute: a bound of the figure itself, with its unit
 */

const LARGE = 100_000;

/**
 * What each row should reach in a library of so many notes.
 * @returns {Record<string, Target>}
 */
export function targetsFor(/** @type {number} */ notes) {
  return {
    create: { most: 1.5 },
    update: { most: 1.5 },
    get: { most: 2 },
    'get, 8 connections': { least: 0.45 },
    'list 50': { most: 1.5 },
    'search, mixed': { most: 1.2 },
    'search, common word': { most: 0.7 },
    'cold start': { most: 3.5, absolute: [notes < LARGE ? 600 : 1_000, 'ms'] },
    'idle memory': { most: 2, absolute: [notes < LARGE ? 110 : 300, 'MB'] },
    'database / Markdown': { most: 3.3 },
  };
}

/** @returns {boolean} whether a ratio, and the figure where it is bounded, reach the target */
export function reaches(/** @type {Target} */ target, /** @type {number} */ ratio, /** @type {number} */ figure) {
  if (target.least !== undefined) return ratio >= target.least;
  return ratio <= target.most && (target.absolute === undefined || figure <= target.absolute[0]);
}

export function describeTarget(/** @type {Target} */ target) {
  if (target.least !== undefined) return `≥ ${target.least}`;
  return `≤ ${target.most}${target.absolute === undefined ? '' : ` and ≤ ${target.absolute.join(' ')}`}`;
}
