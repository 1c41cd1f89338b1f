// @ts-check
/**
 * Runs `npm test` once, without results of earlier runs. Every tenth part runs it beside busy threads, so that a test
 * fails whose times suit only an idle machine.
 * Usage: node suite.mjs [--part 3/20] [--load 12] [--package @notes/storage]
 *            part: without it, the run is beside busy threads; load: number of these; package: the only one tested
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { parsePart } from '../reliability/part.mjs';
import { root } from '../run/workspace.mjs';
import { reportCounts } from './report.mjs';

const BUSY_EVERY = 10;

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: '1/1' },
    load: { type: 'string', default: '12' },
    package: { type: 'string' },
  },
});
const { number, count } = parsePart(values.part);
const isBusy = count === 1 || number % BUSY_EVERY === 0;
const threads = Array.from({ length: isBusy ? Number(values.load) : 0 }, () => new Worker('for (;;);', { eval: true }));
const filters = values.package === undefined ? [] : [`--filter=${values.package}`];
const suite = spawn(process.execPath, [join(root, 'tooling/run.mjs'), 'test', '--force', ...filters], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const exit = once(suite, 'exit');
let [passed, skipped] = [0, 0];
for await (const line of createInterface({ input: suite.stdout })) {
  console.log(line);
  const [, ...numbers] = /^(\d+) passed, 0 failed, (\d+) skipped$/.exec(line) ?? [];
  if (numbers.length > 0) [passed, skipped] = /** @type {[number, number]} */ (numbers.map(Number));
}
const [code] = await exit;
await Promise.all(threads.map((thread) => thread.terminate()));
const runs = values.package === undefined ? 'runs of the suite' : 'runs of the tests of one package';
if (code === 0 && passed > 0)
  reportCounts(
    {
      ...{ [runs]: 1, ...(isBusy && { 'of them on a busy machine': 1 }) },
      ...{ tests: passed, ...(skipped > 0 && { 'tests skipped': skipped }) },
    },
    // Tests of optional programs are skipped without them. That leaves nothing of the claim untested.
    [],
  );
process.exitCode = code ?? 1;
