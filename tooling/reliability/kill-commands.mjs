// @ts-check
/**
 * Kills imports, syncs and changes of many notes at random calls with which they change the disk: the library is
 * intact, and the repeated command ends as if it had not been interrupted.
 * Usage: node kill-commands.mjs [--kills 100] [--seed 1] [--only 'first take']
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../bench/words.mjs';
import { reportCounts } from '../prove/report.mjs';
import { canTrace, countCalls, killAt, WRITING_CALLS } from './command.mjs';
import { completeWork, createWorks } from './works.mjs';

/** @typedef {import('./works.mjs').Work} Work */

/** Kills of archives have a script of their own, which also compares every file. */
const OTHERS = ['export', 'restore'];

/**
 * Kills works at random calls.
 * @param {readonly Work[]} works
 * @param {{ kills: number, seed: number }} options
 */
async function killAtRandom(works, { kills, seed }) {
  const random = createRandom(seed);
  const choose = (/** @type {readonly any[]} */ all) => all[Math.floor(random() * all.length)];
  /** @type {Map<Work, string>} */
  const summaries = new Map();
  /** @type {Map<string, number>} */
  const totals = new Map();
  const broken = [];
  let killed = 0;
  for (let n = 0; n < kills; n += 1) {
    // Every work has its turn; calls and moments are random.
    const work = /** @type {Work} */ (works[n % works.length]);
    const call = choose(WRITING_CALLS);
    const key = `${work.name} ${call}`;
    if (!summaries.has(work)) summaries.set(work, await runUndisturbed(work));
    if (!totals.has(key)) totals.set(key, countAfresh(work, call));
    const total = totals.get(key) ?? 0;
    if (total === 0) continue;
    const nth = 1 + Math.floor(random() * total);
    work.begin();
    if (killAt(work.run, call, nth).wasKilled) killed += 1;
    const faults = await completeWork(work, /** @type {string} */ (summaries.get(work)));
    broken.push(...faults.map((fault) => `${work.name}, killed at ${call} ${nth} of ${total}: ${fault}`));
  }
  return { killed, broken };
}

async function runUndisturbed(/** @type {Work} */ work) {
  work.begin();
  work.run();
  return await work.summarize();
}

function countAfresh(/** @type {Work} */ work, /** @type {string} */ call) {
  work.begin();
  return countCalls(work.run, call);
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
    const works = createWorks(scratch).filter(
      ({ name }) => !OTHERS.includes(name) && (values.only === undefined || values.only === name),
    );
    const { killed, broken } = await killAtRandom(works, { kills: Number(values.kills), seed: Number(values.seed) });
    if (killed === 0) broken.push('no command was killed');
    for (const fault of broken.slice(0, 20)) console.error(fault);
    reportCounts({ kills: killed });
    console.log(`killed ${killed} times; ${broken.length} faults`);
    console.log(broken.length === 0 ? 'passed: every interrupted command was completed by the next' : 'FAILED');
    return broken.length === 0 ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

process.exitCode = await main();
