// @ts-check
/**
 * Records the disk operations of commands, then simulates power failures: at random moments, after which the repeated
 * command must complete the work, and directly after the command ended, when its result must be on the disk.
 * Usage: node power-cut-commands.mjs [--cuts 20] [--seed 1] [--only sending]   cuts of each command
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../bench/words.mjs';
import { reportCounts } from '../prove/report.mjs';
import { canTrace } from './command.mjs';
import { Disk } from './disk.mjs';
import { readTree } from './read-tree.mjs';
import { readTrace, STRACE_OPTIONS } from './trace.mjs';
import { completeWork, createWorks, measureWork } from './works.mjs';

/** @typedef {import('./works.mjs').Work} Work */
/** @typedef {import('./trace.mjs').Call} Call */
/** @typedef {{ work: Work, folder: string, before: Map<string, Buffer | undefined>, calls: Call[], results: import('./works.mjs').Results }} Recording */

/** Share of the cuts that come directly after the end of the command. */
const AT_END = 0.25;
/** Power cuts of a disk that forgets every sync, of which one has to be detected for each command. */
const MAX_CONTROLS = 12;

/** Runs a work under strace, and checks that the model of the disk follows every change. */
async function record(/** @type {Work} */ work, /** @type {string} */ scratch) {
  const [folder, log] = [join(scratch, 'here'), join(scratch, 'trace.log')];
  const results = await measureWork(work);
  work.begin();
  const before = readTree(folder);
  const { status, stderr } = work.run(['strace', '-o', log, ...STRACE_OPTIONS]);
  if (status !== 0) throw new Error(`${work.name}: ${stderr}`);
  const after = readTree(folder);
  const calls = await readTrace(log);
  const disk = Disk.load(folder, before);
  for (const call of calls) disk.apply(call);
  const modelled = new Map(disk.files());
  const differing = [...after].find(
    ([path, bytes]) => bytes !== undefined && !isIgnored(path) && !modelled.get(path)?.equals(bytes),
  );
  if (differing !== undefined) throw new Error(`${work.name}: the recording misses changes of ${differing[0]}.`);
  return { work, folder, before, calls, results };
}

/** Shared memory is not written to the disk. */
const isIgnored = (/** @type {string} */ path) => path.endsWith('-shm');

/**
 * Simulates power failures of one recording.
 * @param {Recording} recording
 * @param {{ cuts: number, random: () => number, forgetful?: (path: string) => boolean, onlyAtEnd?: boolean }} options
 * @returns {Promise<string[]>} faults
 */
async function replay({ work, folder, before, calls, results }, { cuts, random, forgetful, onlyAtEnd = false }) {
  const atEnd = onlyAtEnd ? cuts : Math.ceil(cuts * AT_END);
  const first = calls.findIndex(
    ({ name, flags }) => name === 'mkdir' || flags.includes('O_CREAT') || name === 'pwrite64',
  );
  const points = Array.from({ length: cuts - atEnd }, () => first + Math.floor(random() * (calls.length - first)));
  points.push(...Array.from({ length: atEnd }, () => calls.length - 1));
  points.sort((a, b) => a - b);
  const disk = Disk.load(folder, before, forgetful);
  const broken = [];
  for (const [index, call] of calls.entries()) {
    disk.apply(call);
    for (; points[0] === index; points.shift()) {
      rmSync(folder, { recursive: true, force: true });
      disk.cut(folder, random);
      const isEnd = index === calls.length - 1;
      const faults = isEnd ? await inspectResult(work, results.after) : await completeWork(work, results);
      if (faults.length > 0) broken.push(`${work.name}, cut at call ${index} of ${calls.length}: ${faults[0]}`);
    }
  }
  return broken;
}

/** Checks the result of a command that ended before the power failed. */
async function inspectResult(/** @type {Work} */ work, /** @type {string} */ expected) {
  try {
    const faults = await work.inspect();
    return (await work.summarize()) === expected ? faults : [...faults, 'the result is not on the disk'];
  } catch (error) {
    return [String(error)];
  }
}

async function main() {
  const { values } = parseArgs({
    options: {
      cuts: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
    },
  });
  if (!canTrace()) {
    console.log('skipped: strace cannot be used here');
    return 0;
  }
  const scratch = mkdtempSync(join(tmpdir(), 'notes-power-commands-'));
  const random = createRandom(Number(values.seed));
  const cuts = Number(values.cuts);
  try {
    const broken = [];
    let tried = 0;
    const works = createWorks(scratch).filter(({ name }) => values.only === undefined || values.only === name);
    for (const work of works) {
      const recording = await record(work, scratch);
      const found = await replay(recording, { cuts, random });
      broken.push(...found);
      tried += cuts;
      // A disk that forgets every sync loses results: a check that does not see this proves nothing. A few cuts happen
      // to lose none.
      let controls = 0;
      let detected = 0;
      for (; controls < MAX_CONTROLS && detected === 0; controls += 1)
        detected = (await replay(recording, { cuts: 1, random, forgetful: () => true, onlyAtEnd: true })).length;
      if (detected === 0) broken.push(`${work.name}: ${controls} power cuts without syncs were not detected`);
      console.log(
        `${work.name}: ${found.length} of ${cuts} power cuts did damage; without syncs ${detected} of ${controls}`,
      );
    }
    for (const fault of broken.slice(0, 20)) console.error(fault);
    reportCounts({ 'power cuts': tried });
    console.log(
      broken.length === 0
        ? 'passed: every command was complete or could be completed, and missing syncs were detected'
        : 'FAILED',
    );
    return broken.length === 0 ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

process.exitCode = await main();
