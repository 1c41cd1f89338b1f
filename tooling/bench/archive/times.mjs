// @ts-check
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getProcessorSeconds, openRestic, timeCommand, timeNotes } from './commands.mjs';
import { changeSome, makeFiles } from './files.mjs';

/** Largest ratio of each row to restic in the same run, of the duration as well as of the processor time. */
const TARGETS = {
  'first export': 0.7,
  unchanged: 0.5,
  '1 % changed': 1.0,
  'verify content': 0.7,
  restore: 2.0,
};

/** Largest ratio of the size of a compressed archive to that of restic's repository of the same notes. */
const SIZE_TARGET = 1.2;

const LIMIT = fileURLToPath(new URL('limit.mjs', import.meta.url));

/** @typedef {keyof typeof TARGETS} Row */
/** @typedef {{ seconds: number, processor: number }} Cost duration and processor time, in seconds */
/** @typedef {{ [Name in Row]?: Cost }} Costs */

/**
 * Measures each command of a subject on the same notes and attachments: the service on the library imported from them,
 * the others on the files.
 * @param {{ notes: number, megabytes: number, corpus: import('../corpus.mjs').CorpusChoice, say: (line: string) => void }} asked
 */
export async function measureTimes({ notes: count, megabytes, corpus, say }) {
  const scratch = mkdtempSync(join(tmpdir(), 'notes-archive-bench-'));
  const folder = join(scratch, 'files');
  try {
    say(`${count} notes and ${megabytes} MB of attachments`);
    const files = makeFiles({ folder, notes: count, megabytes, corpus });
    const dataDir = join(scratch, 'data');
    const update = () =>
      timeNotes('--data-dir', dataDir, 'import', 'markdown', folder, '--on-duplicate', 'update', '--quiet');
    update();
    const run = openRestic(join(scratch, 'restic'), say);
    const subjects = { notes: timeOwn(scratch, dataDir), tar: timeTar(scratch, folder), limit: timeLimit(scratch) };
    const all = run === undefined ? subjects : { ...subjects, restic: timeRestic(run, scratch, folder) };
    /** @type {Record<string, Costs>} */
    const costs = Object.fromEntries(Object.keys(all).map((name) => [name, {}]));
    for (const row of /** @type {Row[]} */ (Object.keys(TARGETS))) {
      if (row === '1 % changed') {
        changeSome(files);
        update();
      }
      // Syncs now, so that the writes of one subject are not synced in the time of the next.
      for (const [name, subject] of Object.entries(all)) {
        timeCommand('sync', []);
        const before = getProcessorSeconds();
        const seconds = subject[row]?.();
        if (seconds === undefined) continue;
        const processor = getProcessorSeconds() - before;
        /** @type {Costs} */ (costs[name])[row] = { seconds, processor };
        say(`${row}: ${name} ${seconds.toFixed(2)} s, ${processor.toFixed(2)} s of processor time`);
      }
    }
    const { lines, missed } = formatTable(costs);
    if (run === undefined) return { lines, missed };
    const sizes = measureSizes(scratch, dataDir);
    return { lines: [...lines, sizes.line], missed: missed + sizes.missed };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Compares the size of a new compressed archive with that of restic's repository. */
function measureSizes(/** @type {string} */ scratch, /** @type {string} */ dataDir) {
  const archive = join(scratch, 'compressed');
  timeNotes('--data-dir', dataDir, 'archive', 'export', archive, '--compress', 'deflate', '--quiet');
  const [own, against] = [sumSizes(archive), sumSizes(join(scratch, 'restic'))];
  const ratio = own / against;
  const isMissed = ratio > SIZE_TARGET;
  const cell = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1).padStart(8);
  const verdict = isMissed ? 'MISS' : 'ok';
  return {
    line: `compressed, MB ${cell(own)}        ${cell(against)}${ratio.toFixed(2).padStart(8)}  ≤ ${SIZE_TARGET} ${verdict}`,
    missed: isMissed ? 1 : 0,
  };
}

/** Returns the total size of the files below a folder, in bytes. */
function sumSizes(/** @type {string} */ folder) {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) =>
    statSync(join(folder, path)),
  );
  return entries.reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);
}

/** @typedef {{ [Name in Row]?: () => number }} Subject */

/** @returns {Subject} */
function timeOwn(/** @type {string} */ scratch, /** @type {string} */ dataDir) {
  const archive = join(scratch, 'archive');
  const write = () => timeNotes('--data-dir', dataDir, 'archive', 'export', archive, '--quiet');
  return {
    'first export': write,
    unchanged: write,
    '1 % changed': write,
    'verify content': () => timeNotes('archive', 'verify', archive, '--level', '3', '--quiet'),
    restore: () => timeNotes('archive', 'restore', archive, '--into-dir', join(scratch, 'restored'), '--quiet'),
  };
}

/** @returns {Subject} */
function timeRestic(
  /** @type {(...args: string[]) => number} */ run,
  /** @type {string} */ scratch,
  /** @type {string} */ folder,
) {
  const backup = () => run('backup', folder);
  return {
    'first export': backup,
    unchanged: backup,
    '1 % changed': backup,
    'verify content': () => run('check', '--read-data'),
    restore: () => run('restore', 'latest', '--target', join(scratch, 'from-restic')),
  };
}

/** The unavoidable work of a restore: see limit.mjs. @returns {Subject} */
const timeLimit = (/** @type {string} */ scratch) => ({
  restore: () => timeCommand(process.execPath, [LIMIT, join(scratch, 'archive'), join(scratch, 'limit')]),
});

/** Syncs the written file, as the other subjects do. @returns {Subject} */
function timeTar(/** @type {string} */ scratch, /** @type {string} */ folder) {
  const file = join(scratch, 'files.tar');
  const target = join(scratch, 'from-tar');
  const write = () => timeCommand('tar', ['-cf', file, '-C', folder, '.']) + timeCommand('sync', [file]);
  return {
    'first export': write,
    unchanged: write,
    '1 % changed': write,
    restore: () => {
      mkdirSync(target);
      return timeCommand('tar', ['-xf', file, '-C', target]) + timeCommand('sync', ['-f', target]);
    },
  };
}

function formatTable(/** @type {Record<string, Costs>} */ costs) {
  const lines = [
    'seconds            notes     tar  restic   limit   ratio  target    processor: notes  restic   limit   ratio',
  ];
  let missed = 0;
  for (const [row, most] of /** @type {[Row, number][]} */ (Object.entries(TARGETS))) {
    const of = (/** @type {string} */ name) => costs[name]?.[row];
    const [own, tarred, against, limit] = ['notes', 'tar', 'restic', 'limit'].map(of);
    const ratio = own && against && own.seconds / against.seconds;
    const processorRatio = own && against && own.processor / against.processor;
    const isWithin = Math.max(ratio ?? 0, processorRatio ?? 0) <= most;
    const verdict = ratio === undefined ? 'not compared' : isWithin ? 'ok' : 'MISS';
    if (verdict === 'MISS') missed += 1;
    const wall = [own?.seconds, tarred?.seconds, against?.seconds, limit?.seconds, ratio];
    const processor = [own?.processor, against?.processor, limit?.processor, processorRatio];
    const format = (/** @type {(number | undefined)[]} */ values) =>
      values.map((value) => (value?.toFixed(2) ?? '').padStart(8)).join('');
    lines.push(`${row.padEnd(15)} ${format(wall)}  ≤ ${most} ${verdict.padEnd(12)} ${format(processor)}`);
  }
  return { lines, missed };
}
