// @ts-check
import { difference, ratio } from './measure.mjs';

/**
 * @typedef {import('./measure.mjs').Sample} Sample
 * @typedef {{ name: string, unit: 'ms' | '/s' | 'MB/s' | 'MB', ratio?: number | undefined, service: number, p95?: number,
 *   floor?: number | undefined, raw?: number | undefined, express?: number | undefined, limit?: number | undefined,
 *   limitMs?: number | undefined, over?: number }} Figures one row; ratio: service to floor, where it has one; limit: the same ratio of the limit;
 *   limitMs: its time, where there is no floor; over: service less floor, where that is what counts
 */

/** @returns {Figures} */
export function figures(
  /** @type {string} */ name,
  /** @type {Figures['unit']} */ unit,
  /** @type {Record<string, Sample>} */ { product, floor, raw, limit, express },
) {
  if (product === undefined) throw new Error(`${name} was not measured.`);
  const { median, p95 } = product;
  const others = { floor: floor?.median, raw: raw?.median, express: express?.median };
  const ratios = { ratio: floor && ratio(product, floor), limit: floor && limit && ratio(limit, floor) };
  const limitMs = floor === undefined ? limit?.median : undefined;
  return { name, unit, ...ratios, limitMs, service: median, p95, ...others };
}

/**
 * Returns a row that is judged by the difference between the service and its floor.
 * @returns {Figures}
 */
export function figuresOver(/** @type {string} */ name, /** @type {Sample} */ product, /** @type {Sample} */ floor) {
  return { name, unit: 'ms', service: product.median, floor: floor.median, over: difference(product, floor) };
}

/**
 * Converts milliseconds per call into calls per second, or into the amount moved by so many calls.
 * @param {Figures} figures
 * @param {{ amount: number, unit: '/s' | 'MB/s' }} [of]
 */
export function perSecond({ p95: _, ...timed }, { amount, unit } = { amount: 1, unit: '/s' }) {
  const rate = (/** @type {number | undefined} */ ms) => (ms === undefined ? undefined : (amount * 1000) / ms);
  const [service, floor, express] = [timed.service, timed.floor, timed.express].map(rate);
  return /** @type {Figures} */ ({
    ...timed,
    unit,
    ratio: timed.ratio && 1 / timed.ratio,
    limit: timed.limit && 1 / timed.limit,
    service,
    floor,
    express,
  });
}
