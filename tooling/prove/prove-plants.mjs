// @ts-check
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { taskEnvironment } from '../run/turbo.mjs';
import { copyCheckout } from './checkout-copy.mjs';
import { isHeldHere } from './parts.mjs';
import { withPlanted } from './planted.mjs';
import { formatCounts } from './results.mjs';
import { getLogPath, runClaim } from './run-claim.mjs';
import { runGroup } from './run-group.mjs';

/** @typedef {import('./planted.mjs').Plant} Plant */
/** @typedef {import('./run-claim.mjs').Outcome} Outcome */
/**
 * @typedef {object} Options
 * @property {Record<string, import('./claims.mjs').Claim>} claims
 * @property {string} checkout root of the checkout, which stays unchanged
 * @property {number} seed
 * @property {string} folder for the outputs
 * @property {number} limitSeconds longest time of one script
 * @property {AbortSignal} signal
 * @property {(message: string) => void} say
 */
/** @typedef {{ path: string, baselines: Map<string, Outcome> }} Copy baselines: outcomes of claims without a fault */

const MAX_BUILD_SECONDS = 1_800;

/**
 * Plants faults into a copy of the checkout, one after the other. The claim of each must hold without it, and must then
 * break by a fault that its script states: a crash or a timeout can have another reason.
 *
 * @param {readonly Plant[]} plants
 * @param {Options} options
 * @returns {Promise<{ found: number, left: readonly Plant[] }>} left: faults that were not tried because of `signal`
 */
export async function provePlants(plants, options) {
  const { checkout, signal, say } = options;
  const { path, remove } = await copyCheckout(checkout, { signal });
  let found = 0;
  try {
    const copy = { path, baselines: new Map() };
    for (const [index, plant] of plants.entries()) {
      const finding = signal.aborted ? undefined : await provePlant(plant, copy, options);
      if (finding === undefined) return { found, left: plants.slice(index) };
      if (finding.isFound) found += 1;
      say(`${plant.part}: ${finding.text}`);
    }
    return { found, left: [] };
  } finally {
    remove();
  }
}

/**
 * @param {Plant} plant
 * @param {Copy} copy
 * @param {Options} options
 * @returns {Promise<{ isFound: boolean, text: string } | undefined>} undefined when the run was interrupted
 */
async function provePlant(plant, copy, options) {
  const { claim: name } = plant;
  const { signal } = options;
  const run = () => runQuickly(name, copy, options);
  const baseline = copy.baselines.get(name) ?? (await run());
  if (signal.aborted) return undefined;
  if (!copy.baselines.has(name)) options.say(`${name} without a fault: ${describe(baseline)}`);
  copy.baselines.set(name, baseline);
  if (!isHeldHere(baseline.verdict)) {
    const notes = [getNotes(baseline), ...getLog(name, baseline, options)].flat();
    return { isFound: false, text: `NOT TRIED, since ${name} does not hold without it\n${notes.join('\n')}` };
  }
  try {
    const outcome = await withPlanted(plant, copy.path, (packages) => build(packages, copy, options), run);
    return signal.aborted ? undefined : judgePlant(name, outcome, options);
  } catch (error) {
    return { isFound: false, text: `NOT TRIED: ${/** @type {Error} */ (error).message}` };
  }
}

/** @returns {{ isFound: boolean, text: string }} */
function judgePlant(/** @type {string} */ name, /** @type {Outcome} */ outcome, /** @type {Options} */ options) {
  const { verdict, seconds, faults: [fault] = [] } = outcome;
  if (verdict !== 'broken') return { isFound: false, text: `NOT FOUND by ${name}: ${describe(outcome)}` };
  if (fault !== undefined) return { isFound: true, text: `found by ${name}, ${seconds} s\n    ${fault.trim()}` };
  const text = `FOUND FOR ANOTHER REASON: ${name} broke without stating a fault, ${seconds} s`;
  return { isFound: false, text: [text, ...getNotes(outcome), ...getLog(name, outcome, options)].join('\n') };
}

function runQuickly(
  /** @type {string} */ name,
  /** @type {Copy} */ { path },
  /** @type {Options} */ { claims, seed, folder, limitSeconds, signal },
) {
  const claim = /** @type {import('./claims.mjs').Claim} */ (claims[name]);
  // The variable tells scripts that keep what they found that the copy is removed.
  const options = { folder, limitSeconds, signal, checkout: path, env: { PROVE_PLANTED: 'yes' } };
  return runClaim(name, claim, { amount: 'quick', seed, ...options });
}

/** Builds packages of the copy, with what the checkout built before. Nothing is added to the cache of the checkout. */
async function build(
  /** @type {readonly string[]} */ packages,
  /** @type {Copy} */ { path },
  /** @type {Options} */ { checkout, folder, signal },
) {
  if (packages.length === 0) return;
  mkdirSync(folder, { recursive: true });
  const log = join(folder, 'build.log');
  const cache = ['--cache=local:r', `--cache-dir=${join(checkout, '.turbo/cache')}`];
  const args = ['run', 'build', '--output-logs=errors-only', ...cache, ...packages.map((name) => `--filter=${name}`)];
  const { code } = await runGroup([join(path, 'node_modules/.bin/turbo'), ...args], {
    cwd: path,
    env: taskEnvironment(path),
    log,
    limitSeconds: MAX_BUILD_SECONDS,
    signal,
  });
  if (code !== 0 && !signal.aborted) throw new Error(`The build of ${packages.join(', ')} failed: see ${log}`);
}

const describe = (/** @type {Outcome} */ { verdict, counts, seconds }) =>
  [verdict, formatCounts(counts), `${seconds} s`].filter((text) => text !== '').join(', ');

const getNotes = (/** @type {Outcome} */ { notes }) => notes.map((note) => `    ${note}`);

const getLog = (/** @type {string} */ name, /** @type {Outcome} */ { verdict }, /** @type {Options} */ { folder }) => [
  `    The whole output is in ${getLogPath(folder, { name }, verdict)}.`,
];
