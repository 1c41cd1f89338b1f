// @ts-check
/**
 * Kills every command that writes at random calls with which it changes the disk: the library is intact, a command that
 * makes one change did it or nothing, and the repeated command ends as if it had not been interrupted.
 * Usage: node kill-commands.mjs [--kills 100] [--seed 1] [--only 'first take']
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../bench/words.mjs';
import { reportCounts } from '../prove/report.mjs';
import { canTrace, countCalls, killAt, WRITING_CALLS } from './command.mjs';
import { createWritingWorks } from './commands/writing-works.mjs';
import { completeWork, createWorks, measureWork } from './works.mjs';

/** @typedef {import('./works.mjs').Work} Work */
/** @typedef {{ results: import('./works.mjs').Results, totals: [call: string, total: number][] }} Measured */

/** Kills of archives have a script of their own, which also compares every file. */
const OTHERS = ['export', 'restore'];
/** Turns of a long work for each turn of a short command. */
const TURNS_OF_LONG = 5;
/** Attempts to kill a command at another call when it ended before the chosen one. */
const MAX_ATTEMPTS = 5;

/**
 * Kills works at random calls.
 * @param {readonly Work[]} turns
 * @param {{ kills: number, seed: number }} options
 */
async function killAtRandom(turns, { kills, seed }) {
  const random = createRandom(seed);
  const choose = /** @template T @param {readonly T[]} all */ (all) =>
    /** @type {T} */ (all[Math.floor(random() * all.length)]);
  // Runs of few kills begin with other works for each seed.
  const first = Math.floor(random() * turns.length);
  /** @type {Map<Work, Measured>} */
  const measured = new Map();
  const broken = [];
  let killed = 0;
  for (let n = 0; n < kills; n += 1) {
    const work = /** @type {Work} */ (turns[(first + n) % turns.length]);
    if (!measured.has(work)) measured.set(work, await measure(work));
    const { results, totals } = /** @type {Measured} */ (measured.get(work));
    let isKilled = false;
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !isKilled; attempt += 1) {
      const [call, total] = choose(totals);
      const nth = 1 + Math.floor(random() * total);
      work.begin();
      isKilled = killAt(work.run, call, nth).wasKilled;
      const faults = await completeWork(work, results);
      broken.push(...faults.map((fault) => `${work.name}, killed at ${call} ${nth} of ${total}: ${fault}`));
    }
    if (isKilled) killed += 1;
    else broken.push(`${work.name}: ended before each of ${MAX_ATTEMPTS} chosen calls`);
  }
  return { killed, commands: measured.size, broken };
}

/** @returns {Promise<Measured>} */
async function measure(/** @type {Work} */ work) {
  const results = await measureWork(work);
  work.begin();
  const totals = [...countCalls(work.run, WRITING_CALLS)].filter(([, total]) => total > 0);
  return { results, totals };
}

async function main() {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
    },
  });
  if (!canTrace()) {
    console.log('skipped: strace cannot be used here');
    return 0;
  }
  const scratch = mkdtempSync(join(tmpdir(), 'notes-kill-commands-'));
  try {
    const long = createWorks(join(scratch, 'long')).filter(({ name }) => !OTHERS.includes(name));
    const short = await createWritingWorks(join(scratch, 'short'));
    const turns = Array.from({ length: TURNS_OF_LONG }, (_, turn) => [
      ...long,
      ...short.filter((_, index) => index % TURNS_OF_LONG === turn),
    ])
      .flat()
      .filter(({ name }) => values.only === undefined || values.only === name);
    const { killed, commands, broken } = await killAtRandom(turns, {
      ...{ kills: Number(values.kills), seed: Number(values.seed) },
    });
    for (const fault of broken.slice(0, 20)) console.error(fault);
    reportCounts({ kills: killed });
    console.log(`killed ${killed} times, in ${commands} commands; ${broken.length} faults`);
    console.log(broken.length === 0 ? 'passed: every interrupted command was completed by the next' : 'FAILED');
    return broken.length === 0 ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

process.exitCode = await main();
