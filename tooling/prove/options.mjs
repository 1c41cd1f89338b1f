// @ts-check
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../run/workspace.mjs';
import { claims } from './claims.mjs';

/** Claims tested at once by default: most wait for the disk and for programs half of the time. */
const MAX_JOBS = 2;

/**
 * @typedef {object} Options
 * @property {string[]} names of the chosen claims
 * @property {import('./claims.mjs').Amount} amount
 * @property {number} seed
 * @property {number} jobs number of scripts that run at once
 * @property {number} maxMinutes time after which no script is started
 * @property {string} folder for results and outputs
 * @property {Record<'list' | 'json' | 'again' | 'record' | 'unrecorded' | 'planted', boolean | undefined>} flags
 */

/**
 * Reads the options of a run.
 * @returns {Options | string} a message when an option is wrong
 */
export function readOptions() {
  const flag = { type: /** @type {const} */ ('boolean') };
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ quick: flag, list: flag, json: flag, again: flag, record: flag, unrecorded: flag, planted: flag },
      seed: { type: 'string', default: '1' },
      jobs: { type: 'string', default: String(Math.min(MAX_JOBS, availableParallelism())) },
      'max-minutes': { type: 'string', default: 'Infinity' },
      folder: { type: 'string', default: join(root, '.prove') },
    },
  });
  const isGiven = (/** @type {'quick' | 'list' | 'again' | 'record' | 'unrecorded' | 'planted'} */ name) =>
    values[name] ?? process.env[`npm_config_${name}`] === 'true';
  const unknown = positionals.find((name) => !Object.hasOwn(claims, name));
  if (unknown !== undefined) return `No claim is called "${unknown}". \`npm run prove -- --list\` lists all claims.`;
  const [seed, jobs, maxMinutes] = [Number(values.seed), Number(values.jobs), Number(values['max-minutes'])];
  if (!Number.isSafeInteger(seed) || seed < 1) return `--seed is "${values.seed}". Give a whole number above 0.`;
  if (!Number.isSafeInteger(jobs) || jobs < 1) return `--jobs is "${values.jobs}". Give a whole number above 0.`;
  if (!(maxMinutes > 0)) return `--max-minutes is "${values['max-minutes']}". Give a number above 0.`;
  return {
    ...{ names: positionals.length > 0 ? positionals : Object.keys(claims), seed, jobs, maxMinutes },
    amount: isGiven('quick') ? 'quick' : 'full',
    folder: values.folder,
    flags: {
      ...{ list: isGiven('list'), again: isGiven('again'), record: isGiven('record'), json: values.json },
      ...{ unrecorded: isGiven('unrecorded'), planted: isGiven('planted') },
    },
  };
}
