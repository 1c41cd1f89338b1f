// @ts-check
// Measures the start of short commands beside that of Node alone: node tooling/bench/commands.mjs [--notes 10000]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { commandProgram } from '../run/workspace.mjs';
import { corpusOptions, toCorpusArguments } from './corpus.mjs';
import { interleave, ratio } from './measure.mjs';
import { root } from './packages.mjs';
import { runScript } from './process.mjs';

const script = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const { values } = parseArgs({
  options: { notes: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '21' }, ...corpusOptions },
});
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NOTES_')));
const folder = mkdtempSync(join(tmpdir(), 'notes-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const library = join(folder, 'library');
await runScript([script('fill.mjs'), library, values.notes, ...toCorpusArguments(values)]);

const command = commandProgram(root);
const place = ['--data-dir', library];
/** @type {Record<string, { args: string[], most?: number }>} most: target of the ratio to `node -e 0` */
const starts = {
  'node -e 0': { args: ['-e', '0'] },
  'SQLite alone': { args: [script('floor/open.mjs'), join(library, 'notes.db')] },
  'search alone': { args: [script('floor/search.mjs'), join(library, 'notes.db'), 'garden'] },
  'notes --version': { args: [command, '--version'], most: 1.3 },
  'notes __complete': { args: [command, '__complete', 'notebooks', 'N', ...place], most: 1.3 },
  'complete, titles': { args: [command, '__complete', 'notes', 'The', ...place] },
  'notes search': { args: [command, 'search', 'garden', '--quiet', ...place], most: 2 },
  'notes tag list': { args: [command, 'tag', 'list', ...place] },
};

/** Returns the milliseconds of one run of Node. */
function timeRun(/** @type {string} */ name, /** @type {string[]} */ args) {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} exited with code ${status}: ${stderr}`);
  return performance.now() - started;
}

const subjects = Object.entries(starts).map(([name, { args }]) => ({
  name,
  run: async (/** @type {number} */ _, /** @type {number} */ count) =>
    Array.from({ length: count }, () => timeRun(name, args)),
}));
const found = await interleave(subjects, { rounds: Number(values.rounds), count: 1 });
const floor = /** @type {import('./measure.mjs').Sample} */ (found['node -e 0']);
for (const [name, { most }] of Object.entries(starts)) {
  const sample = /** @type {import('./measure.mjs').Sample} */ (found[name]);
  const times = ratio(sample, floor);
  const verdict = most === undefined ? '' : `  ≤ ${most}  ${times <= most ? 'ok' : 'MISS'}`;
  process.stdout.write(
    `${name.padEnd(16)}  ${sample.median.toFixed(0).padStart(5)} ms  ${times.toFixed(2)}${verdict}\n`,
  );
}
