// @ts-check
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeMemoryFolder } from './memory-folder.mjs';
import { say } from './output.mjs';
import { closingLine, failedTests, isGreen, skippedTests, sumResults } from './results.mjs';
import { failedTasks, forgetRuns, runTasks } from './turbo.mjs';
import { workspacePackages } from './workspace.mjs';

const RESULTS = '.test-results';

/** Names of the result files that each script with tests leaves in a package's results folder. */
const RESULT_FILES = /** @type {Record<string, string>} */ ({
  test: 'vitest.json',
  'test:slow': 'slow.json',
  check: 'check.json',
});
const SLOW_FLAG = '--slow';

/** @typedef {import('./results.mjs').PackageReport & { task: string }} TaskReport */

/**
 * Lints, type checks and tests every package, checks the repository as a whole, and prints the closing line
 * `N passed, N failed, N skipped` over all of it. One failing task does not keep the others from running.
 * @param {string} root
 * @param {string[]} args `--slow` adds the slow tests; others go to turbo, such as `--force` or
 *   `--filter=@notes/storage`
 * @returns {number} 0 only when every task and test passed and every package that ran left its results
 */
export function runTests(root, args) {
  const slow = args.includes(SLOW_FLAG) ? ['test:slow'] : [];
  const rest = args.filter((arg) => arg !== SLOW_FLAG);
  // The checks always cover the whole repository.
  const checks = isNarrow(rest) ? [] : ['check'];
  return runAndReport(root, ['build', 'lint', 'style', 'test', ...slow, ...checks], rest);
}

/**
 * Runs the slow tests of every package, and prints the closing line over them.
 * @param {string} root
 * @param {string[]} args go to turbo
 * @returns {number} 0 only when every task and test passed and every package that ran left its results
 */
export function runSlowTests(root, args) {
  return runAndReport(root, ['build', 'test:slow'], args);
}

const isNarrow = (/** @type {string[]} */ args) =>
  args.some((arg) => arg.startsWith('--filter') || arg.startsWith('--affected'));

/**
 * @param {string} root
 * @param {string[]} tasks
 * @param {string[]} args go to turbo
 */
function runAndReport(root, tasks, args) {
  const packages = workspacePackages(root);
  for (const { dir } of packages) rmSync(join(dir, RESULTS), { recursive: true, force: true });
  forgetRuns(root);
  const folder = makeMemoryFolder();
  const options = { env: folder && { TMPDIR: folder.path } };
  const code = runTasks(root, tasks, ['--summarize', '--continue=dependencies-successful', ...args], options);
  folder?.remove();
  const reports = packages.flatMap(readReports);
  const summary = sumResults(reports);
  for (const test of [...skippedTests(summary), ...failedTests(summary)]) say(test);
  const complaints = [
    ...(isNarrow(args) ? [] : missingResults(packages, tasks, reports)),
    ...findUnexplained(root, reports),
  ];
  for (const complaint of complaints) say(complaint);
  summary.failed += complaints.length;
  if (code !== 0 && summary.failed === 0) summary.failed = 1;
  process.stdout.write(`${closingLine(summary)}\n`);
  return isGreen(summary) ? 0 : 1;
}

/** @returns {TaskReport[]} the reports a package's tests left */
function readReports(/** @type {ReturnType<typeof workspacePackages>[number]} */ { dir, path }) {
  const present = resultFiles(dir);
  return Object.entries(RESULT_FILES)
    .filter(([, file]) => present.includes(file))
    .map(([task, file]) => ({
      package: path,
      task,
      report: JSON.parse(readFileSync(join(dir, RESULTS, file), 'utf8')),
    }));
}

function resultFiles(/** @type {string} */ dir) {
  try {
    return readdirSync(join(dir, RESULTS));
  } catch {
    return [];
  }
}

/**
 * @param {ReturnType<typeof workspacePackages>} packages
 * @param {string[]} tasks
 * @param {TaskReport[]} reports
 */
function missingResults(packages, tasks, reports) {
  return packages.flatMap(({ path, manifest }) =>
    Object.keys(RESULT_FILES)
      .filter((task) => tasks.includes(task) && manifest.scripts?.[task])
      .filter((task) => !reports.some((report) => report.package === path && report.task === task))
      .map((task) => `${path}: its script "${task}" left no results`),
  );
}

/**
 * Returns failed tasks without a failed test: a type error, a lint finding, a test process that died. They count as one
 * failure each, and must not hide behind "0 failed". missingResults reports tasks without results.
 * @param {string} root
 * @param {TaskReport[]} reports
 */
function findUnexplained(root, reports) {
  return failedTasks(root)
    .filter(({ directory, task }) => {
      if (!(task in RESULT_FILES)) return true;
      const report = reports.find((candidate) => candidate.package === directory && candidate.task === task);
      return report !== undefined && sumResults([report]).failed === 0;
    })
    .map(({ directory, task }) => `${directory || 'the root'}: its script "${task}" failed`);
}
