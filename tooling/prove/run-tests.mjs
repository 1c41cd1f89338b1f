// @ts-check
/**
 * Runs test files of one package as the proof of a claim. Reports the number of tests that passed, the reasons of those
 * that were skipped, and the tests that failed by an assertion.
 * Usage: node run-tests.mjs --package packages/storage [--samples 10] [--seed 1] FILE...
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { failedTests, listFaults, sumResults } from '../run/results.mjs';
import { root } from '../run/workspace.mjs';
import { reportCounts } from './report.mjs';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    package: { type: 'string' },
    samples: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'notes-prove-'));
// The tests get the same signal. The folder is removed when they have ended.
process.on('SIGTERM', () => {});
try {
  const { status, report } = await run();
  const summary = sumResults([{ package: values.package ?? '', report }]);
  const skipped = summary.skipped.map(({ test, reason }) => `${test}: ${reason}`);
  reportCounts({ tests: summary.passed }, skipped, listFaults(summary));
  // The last lines of the output are shown with the verdict.
  for (const line of failedTests(summary)) console.log(line);
  const isClean = status === 0 && summary.failed === 0;
  process.exitCode = isClean && summary.passed + skipped.length > 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs the files, slow ones included. */
async function run() {
  const output = join(folder, 'results.json');
  // Several claims run at once, so one thread for the tests of each is enough, and loads their imports once.
  const worker = '--maxWorkers=1';
  const args = ['exec', 'vitest', 'run', '--mode', 'all', worker, '--outputFile.json', output, ...files];
  const tests = spawn(join(root, 'node_modules/.bin/pnpm'), args, {
    cwd: join(root, values.package ?? '.'),
    env: { ...process.env, SAMPLES: values.samples, SAMPLES_SEED: values.seed },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [status] = await once(tests, 'exit');
  return { status, report: JSON.parse(readFileSync(output, 'utf8')) };
}
