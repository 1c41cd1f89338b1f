// @ts-check

/**
 * The parts of vitest's JSON report that are read here. A file that failed to load has no assertions and is `failed`;
 * a test whose process died is still `pending`.
 * @typedef {{ fullName: string, status: string, meta?: { skipReason?: string } }} Assertion
 * @typedef {{ name: string, status: string, message?: string, assertionResults: Assertion[] }} FileReport
 * @typedef {{ success: boolean, testResults: FileReport[] }} Report
 * @typedef {{ package: string, report: Report }} PackageReport
 * @typedef {{ passed: number, failed: number, failures: string[], skipped: { package: string, test: string, reason: string }[] }} Summary
 */

const SKIPPED = new Set(['skipped', 'todo']);

/**
 * Adds up reports. A test file that fails without a failing test of its own counts as one failure, and so does a
 * report that says it failed without naming anything (a run without any test file).
 * @param {PackageReport[]} reports
 * @returns {Summary}
 */
export function sumResults(reports) {
  /** @type {Summary} */
  const summary = { passed: 0, failed: 0, failures: [], skipped: [] };
  for (const { package: name, report } of reports) {
    const failedBefore = summary.failed;
    for (const file of report.testResults) addFile(summary, name, file);
    if (!report.success && summary.failed === failedBefore) addFailure(summary, `${name}: the run`);
  }
  return summary;
}

/**
 * @param {Summary} summary
 * @param {string} name
 * @param {FileReport} file
 */
function addFile(summary, name, file) {
  const failedBefore = summary.failed;
  for (const test of file.assertionResults) {
    if (test.status === 'passed') summary.passed += 1;
    else if (SKIPPED.has(test.status))
      summary.skipped.push({ package: name, test: test.fullName, reason: test.meta?.skipReason ?? 'no reason given' });
    else addFailure(summary, `${name}: ${test.fullName}`);
  }
  if (file.status === 'failed' && summary.failed === failedBefore) addFailure(summary, `${name}: ${file.name}`);
}

function addFailure(/** @type {Summary} */ summary, /** @type {string} */ failure) {
  summary.failed += 1;
  summary.failures.push(failure);
}

/** The last line of `npm test`, which other tools read: its form is fixed. */
export function closingLine(/** @type {Summary} */ { passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped.length} skipped`;
}

/** One line for each skipped test, with its reason. */
export function skippedTests(/** @type {Summary} */ { skipped }) {
  return skipped.map((test) => `skipped: ${test.package}: ${test.test}: ${test.reason}`);
}

/** One line for each failure: what it said is further up. */
export function failedTests(/** @type {Summary} */ { failures }) {
  return failures.map((failure) => `failed: ${failure}`);
}

/** A run without a single passed test is not a good run. */
export function isGreen(/** @type {Summary} */ { passed, failed }) {
  return failed === 0 && passed > 0;
}
