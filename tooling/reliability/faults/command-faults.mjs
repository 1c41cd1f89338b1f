// @ts-check
import { join } from 'node:path';
import { createWritingWorks } from '../commands/writing-works.mjs';
import { selectPart } from '../part.mjs';
import { completeWork, createWorks, measureWork } from '../works.mjs';
import { failAt, sampleItems, tracePoints, tryPoints } from './disk-calls.mjs';

/** @typedef {import('../works.mjs').Work} Work */
/** @typedef {import('./disk-calls.mjs').Point} Point */
/** @typedef {import('../part.mjs').Part} Part */
/** @typedef {{ tried: number, failed: number, missed: number, broken: string[] }} Found failed: commands that reported the fault */

/** Exit code of a disk that cannot be used. */
const STORAGE_EXIT = 8;
/** Exit codes by which a command refuses a file or folder that its arguments name, and reports unreadable files. */
const ARGUMENT_EXITS = [1, 2, 10];
/** Words of a message that names a failure of the disk. */
const CAUSE = /disk|quota|read-only|damaged|permissions|cannot be (?:read|written|opened)|\bE[A-Z]{2,}\b/;
/** Exit code of an import that rejected files. */
const FINDINGS_EXIT = 10;
/** Answer of a job that was continued, which counts the rejected files. The report of the import has the reasons. */
const REJECTED = /"rejected": [1-9]/;
/** Words of a message about a disk without room. */
const FULL = /full|quota|free space|disk|cannot be written|ENOSPC|EDQUOT/;

/**
 * Judges a command in which a call on a file of its folder failed.
 * @returns {Promise<string[]>} faults
 */
async function judge(
  /** @type {Work} */ work,
  /** @type {import('../works.mjs').Results} */ results,
  /** @type {import('../command.mjs').Ended} */ { status, stdout, stderr },
  /** @type {string} */ error,
) {
  if (status === 0) {
    const faults = await work.inspect();
    if ((await work.summarize()) === results.after) return faults;
    return [...faults, `it exited with 0 without its result: ${stdout}`];
  }
  /** @type {string[]} */
  const faults = [];
  const message = stderr + stdout;
  const isKnown = status === STORAGE_EXIT || (status !== null && ARGUMENT_EXITS.includes(status));
  if (!isKnown) faults.push(`it exited with ${status}: ${message}`);
  else if (status === FINDINGS_EXIT && REJECTED.test(stdout))
    return [...faults, ...(await completeWork(work, results))];
  else if (!(error === 'ENOSPC' || error === 'EDQUOT' ? FULL : CAUSE).test(message))
    faults.push(`its message does not name the cause: ${message}`);
  return [...faults, ...(await completeWork(work, results))];
}

/**
 * Lets calls of one command fail, each in a run of its own.
 * @param {Work} work
 * @param {string} folder of the files that it uses
 * @param {import('./disk-calls.mjs').Amount} options
 * @returns {Promise<Found>}
 */
async function failCalls(work, folder, options) {
  const results = await measureWork(work);
  const trace = () => {
    work.begin();
    return tracePoints(work.run, folder);
  };
  // A path that the next run has too is no random name.
  const named = new Set(trace().map(({ file }) => file));
  /** @type {Found} */
  const found = { tried: 0, failed: 0, missed: 0, broken: [] };
  found.missed = await tryPoints(trace(), options, async (point, error) => {
    work.begin();
    const { ended, hits } = failAt(work.run, folder, { point, error, isNamed: named.has(point.file) });
    if (hits.length === 0 || hits.some(({ isBelow }) => !isBelow)) return false;
    found.tried += 1;
    if (ended.status !== 0) found.failed += 1;
    const faults = await judge(work, results, ended, error);
    const place = `${work.name}, ${error} at ${point.call} of ${point.file}`;
    found.broken.push(...faults.map((fault) => `${place}: ${fault}`));
    return true;
  });
  return found;
}

/**
 * Choice of commands.
 * @typedef {object} Choice
 * @property {Part} group share of the commands
 * @property {number} count number of commands, chosen at random; below Infinity they are some that use one library,
 *   because the preparation of others takes longer than a sample
 * @property {string | undefined} only name of the only command
 */

/**
 * Lets calls of commands fail on files of a library and of folders that they read and write.
 * @param {string} scratch
 * @param {import('./disk-calls.mjs').Amount & Choice} options
 * @returns {Promise<Found & { names: string[] }>} names: of the chosen commands
 */
export async function failCommands(scratch, { group, count, only, ...options }) {
  const [long, short] = [join(scratch, 'long'), join(scratch, 'short')];
  const isSample = only === undefined && Number.isFinite(count);
  const works = [
    ...(isSample ? [] : createWorks(long).map((work) => ({ work, folder: join(long, 'here') }))),
    ...(await createWritingWorks(short, { isAlone: isSample })).map((work) => ({ work, folder: join(short, 'here') })),
  ].filter(({ work }) => only === undefined || only === work.name);
  const all = only === undefined ? selectPart(works, group) : works;
  const chosen = sampleItems(all, count, options.random);
  const names = chosen.map(({ work }) => work.name);
  const sum = { names, tried: 0, failed: 0, missed: 0, broken: /** @type {string[]} */ ([]) };
  for (const { work, folder } of chosen) {
    const { tried, failed, missed, broken } = await failCalls(work, folder, options);
    console.log(
      `${work.name}: ${tried} calls failed, ${failed} ended the command, ${missed} were not reached; ${broken.length} faults`,
    );
    sum.tried += tried;
    sum.failed += failed;
    sum.missed += missed;
    sum.broken.push(...broken);
  }
  // Calls on files with random names are found again by their number alone, which varies a little.
  if (sum.missed > sum.tried) sum.broken.push(`only ${sum.tried} of ${sum.tried + sum.missed} calls were reached`);
  return sum;
}
