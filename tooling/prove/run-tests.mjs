// @ts-check
/**
 * Runs test files of one package as the proof of a claim, and reports the number of tests that passed.
 * Usage: node run-tests.mjs --package packages/storage [--slow] [--samples 10] [--seed 1] FILE...
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { skippedTests, sumResults } from '../run/results.mjs';
import { root } from '../run/workspace.mjs';
import { reportCounts } from './report.mjs';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    package: { type: 'string' },
    slow: { type: 'boolean', default: false },
    samples: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'notes-prove-'));
const output = join(folder, 'report.json');
try {
  const args = ['run', ...(values.slow ? ['--mode', 'slow'] : []), '--outputFile.json', output, ...files];
  const { status } = spawnSync(join(root, 'node_modules/.bin/pnpm'), ['exec', 'vitest', ...args], {
    cwd: join(root, values.package ?? '.'),
    env: { ...process.env, SAMPLES: values.samples, FUZZ_SEED: values.seed },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const report = JSON.parse(readFileSync(output, 'utf8'));
  const summary = sumResults([{ package: values.package ?? '', report }]);
  reportCounts({ tests: summary.passed }, skippedTests(summary));
  process.exitCode = status === 0 && summary.failed === 0 && summary.passed > 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
