// @ts-check
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../run/workspace.mjs';
import { claims } from './claims.mjs';

/** Claims tested at once by default: most wait for the disk and for programs half of the time. */
const MAX_JOBS = 2;

const USAGE = `npm run prove -- [claim...] [options]
Tests the claims of the security model, each with a script of its own, and prints a verdict for each.

  --list             print all claims and their promises
  --quick            sample each claim, in minutes instead of days
  --seed N           seed of the random choices of scripts and tests, 1 by default; \`suite\` and what makes no
                     random choices ignore it
  --jobs N           number of scripts that run at once; 2 by default, 1 on one core
  --parts A-B        only these parts of each claim that has parts, so that several machines can share them
  --max-minutes N    start no script after so many minutes; the same command continues
  --again            repeat what held before
  --folder PATH      folder for results and outputs, .prove by default
  --json             print the results of a run as JSON
  --record           add the results to those in the documentation; needs sources without uncommitted changes
  --unrecorded       skip claims and parts that held in the recorded results
  --planted          break a copy of the program at known places, and check that the claim of each notices it; takes
                     more than an hour for all claims, so name some`;

/** @typedef {{ first: number, last: number }} PartRange numbers of the parts that run, from 1 */
/**
 * @typedef {object} Options
 * @property {string[]} names of the chosen claims
 * @property {import('./claims.mjs').Amount} amount
 * @property {number} seed
 * @property {number} jobs number of scripts that run at once
 * @property {PartRange} parts
 * @property {number} maxMinutes time after which no script is started
 * @property {string} folder for results and outputs
 * @property {Record<'list' | 'json' | 'again' | 'record' | 'unrecorded' | 'planted', boolean | undefined>} flags
 */

/**
 * Reads the options of a run.
 * @param {readonly string[]} args
 * @returns {Options | { help: string } | string} a message when an option is wrong
 */
export function readOptions(args) {
  const parsed = parse(args);
  if (typeof parsed === 'string') return parsed;
  const { values, positionals } = parsed;
  if (values.help) return { help: USAGE };
  const isGiven = (/** @type {'quick' | 'list' | 'again' | 'record' | 'unrecorded' | 'planted'} */ name) =>
    values[name] ?? process.env[`npm_config_${name}`] === 'true';
  const unknown = positionals.find((name) => !Object.hasOwn(claims, name));
  if (unknown !== undefined) return `No claim is called "${unknown}". \`npm run prove -- --list\` lists all claims.`;
  const [seed, jobs, maxMinutes] = [Number(values.seed), Number(values.jobs), Number(values['max-minutes'])];
  if (!Number.isSafeInteger(seed) || seed < 1) return `--seed is "${values.seed}". Give a whole number above 0.`;
  if (!Number.isSafeInteger(jobs) || jobs < 1) return `--jobs is "${values.jobs}". Give a whole number above 0.`;
  const parts = parseParts(values.parts);
  if (parts === undefined) return `--parts is "${values.parts}". Give a number or a range, for example "3-6".`;
  if (!(maxMinutes > 0)) return `--max-minutes is "${values['max-minutes']}". Give a number above 0.`;
  return {
    ...{ names: positionals.length > 0 ? positionals : Object.keys(claims), seed, jobs, parts, maxMinutes },
    amount: isGiven('quick') ? 'quick' : 'full',
    folder: values.folder,
    flags: {
      ...{ list: isGiven('list'), again: isGiven('again'), record: isGiven('record'), json: values.json },
      ...{ unrecorded: isGiven('unrecorded'), planted: isGiven('planted') },
    },
  };
}

/** Parses arguments; returns a message when one is unknown. */
function parse(/** @type {readonly string[]} */ args) {
  const flag = { type: /** @type {const} */ ('boolean') };
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ help: flag, quick: flag, list: flag, json: flag, again: flag, record: flag, unrecorded: flag },
        planted: flag,
        seed: { type: 'string', default: '1' },
        jobs: { type: 'string', default: String(Math.min(MAX_JOBS, availableParallelism())) },
        parts: { type: 'string', default: '' },
        'max-minutes': { type: 'string', default: 'Infinity' },
        folder: { type: 'string', default: join(root, '.prove') },
      },
    });
  } catch (error) {
    const [problem] = /** @type {Error} */ (error).message.split('. ');
    return `${problem}. \`npm run prove -- --help\` lists all options.`;
  }
}

/**
 * Parses a part number or a range of them; an empty text means all parts.
 * @returns {PartRange | undefined} undefined when the text is neither
 */
function parseParts(/** @type {string} */ text) {
  if (text === '') return { first: 1, last: Number.POSITIVE_INFINITY };
  const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  const range = { first: Number(first), last: Number(last) };
  return range.first >= 1 && range.last >= range.first ? range : undefined;
}
