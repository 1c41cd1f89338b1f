// @ts-check
import { stripVTControlCharacters } from 'node:util';

/**
 * The parts of vitest's JSON report that are read here. A file that failed to load has no assertions and is `failed`;
 * a test whose process died is still `pending`.
 * @typedef {{ fullName: string, status: string, meta?: { skipReason?: string }, failureMessages?: string[] }} Assertion
 * @typedef {{ name: string, status: string, message?: string, assertionResults: Assertion[] }} FileReport
 * @typedef {{ success: boolean, testResults: FileReport[] }} Report
 * @typedef {{ package: string, report: Report }} PackageReport
 * @typedef {{ passed: number, failed: number, failures: { of: string, messages: string[] }[], skipped: { package: string, test: string, reason: string }[] }} Summary
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
    if (!report.success && summary.failed === failedBefore) addFailure(summary, `${name}: the run`, []);
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
    else addFailure(summary, `${name}: ${test.fullName}`, test.failureMessages ?? []);
  }
  if (file.status === 'failed' && summary.failed === failedBefore)
    addFailure(summary, `${name}: ${file.name}`, file.message === undefined ? [] : [file.message]);
}

/**
 * @param {Summary} summary
 * @param {string} of
 * @param {string[]} messages
 */
function addFailure(summary, of, messages) {
  summary.failed += 1;
  summary.failures.push({ of, messages });
}

/** Formats the last line of `npm test`, which other tools parse: its form is fixed. */
export function closingLine(/** @type {Summary} */ { passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped.length} skipped`;
}

/** Formats one line for each skipped test, with its reason. */
export function skippedTests(/** @type {Summary} */ { skipped }) {
  return skipped.map((test) => `skipped: ${test.package}: ${test.test}: ${test.reason}`);
}

/** Number of lines of a failure repeated at the end of a run; all of them are printed where it happened. */
const MAX_MESSAGE_LINES = 12;

/** Formats one line for each failure, followed by the beginnings of its messages. */
export function failedTests(/** @type {Summary} */ { failures }) {
  return failures.flatMap(({ of, messages }) => [`failed: ${of}`, ...messages.flatMap(indentedStart)]);
}

/** Errors of an assertion, and of a property that fast-check refuted. A timeout or a file without tests has none. */
const ASSERTED = /^(?:AssertionError|Error: Property failed)\b/;

/** Names the tests that failed by an assertion, each with the first line of its message. */
export function listFaults(/** @type {Summary} */ { failures }) {
  return failures.flatMap(({ of, messages }) => {
    const found = messages.map(stripVTControlCharacters).find((message) => ASSERTED.test(message));
    return found === undefined ? [] : [`${of}: ${found.split('\n', 1)[0]}`];
  });
}

function indentedStart(/** @type {string} */ message) {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, MAX_MESSAGE_LINES);
  return lines.map((line) => `  ${line}`);
}

/** Returns an error code for a run without a single passed test. */
export function isGreen(/** @type {Summary} */ { passed, failed }) {
  return failed === 0 && passed > 0;
}
