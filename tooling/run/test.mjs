// @ts-check
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './output.mjs';
import { closingLine, isGreen, skippedTests, sumResults } from './results.mjs';
import { runTasks } from './turbo.mjs';
import { workspacePackages } from './workspace.mjs';

const RESULTS = '.test-results';

/**
 * Lints, type checks and tests every package, then checks the repository as a whole, and prints the closing line
 * `N passed, N failed, N skipped` over all of it. One failing task does not keep the others from running.
 * @param {string} root
 * @param {string[]} args go to turbo, such as `--force` or `--filter=@notes/storage`
 * @returns {number} 0 only when every task and test passed and every package that ran left its results
 */
export function runTests(root, args) {
  const packages = workspacePackages(root);
  for (const { dir } of packages) rmSync(join(dir, RESULTS), { recursive: true, force: true });
  const narrowed = args.some((arg) => arg.startsWith('--filter') || arg.startsWith('--affected'));
  const codes = [
    runTasks(root, ['build', 'lint', 'test'], ['--continue=dependencies-successful', ...args]),
    // A run of its own, since it reads the built output of all packages. It looks at the whole, never at a part.
    narrowed ? 0 : runTasks(root, ['check'], args),
  ];
  const summary = sumResults(packages.flatMap(({ dir, path }) => readResults(dir, path)));
  const missing = narrowed ? [] : missingResults(packages);
  for (const test of skippedTests(summary)) say(test);
  for (const path of missing) say(`${path}: its tests left no results`);
  summary.failed += missing.length;
  // A type error or a lint finding fails no test, and must not hide behind "0 failed".
  if (codes.some((code) => code !== 0) && summary.failed === 0) summary.failed = 1;
  process.stdout.write(`${closingLine(summary)}\n`);
  return isGreen(summary) ? 0 : 1;
}

/**
 * @param {string} dir
 * @param {string} path
 */
function readResults(dir, path) {
  return resultFiles(dir).map((file) => ({
    package: path,
    report: /** @type {import('./results.mjs').Report} */ (JSON.parse(readFileSync(join(dir, RESULTS, file), 'utf8'))),
  }));
}

function resultFiles(/** @type {string} */ dir) {
  try {
    return readdirSync(join(dir, RESULTS)).filter((file) => file.endsWith('.json'));
  } catch {
    return [];
  }
}

/** Each script that runs tests leaves one file, named after the runner for `test` and after the script otherwise. */
function missingResults(/** @type {ReturnType<typeof workspacePackages>} */ packages) {
  return packages.flatMap(({ dir, path, manifest }) => {
    const wanted = [
      ...(manifest.scripts?.test ? ['vitest.json'] : []),
      ...(manifest.scripts?.check ? ['check.json'] : []),
    ];
    const present = resultFiles(dir);
    return wanted.filter((file) => !present.includes(file)).map(() => path);
  });
}
