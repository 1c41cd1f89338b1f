import { describe, expect, it } from 'vitest';
import { closingLine, failedTests, isGreen, listFaults, skippedTests, sumResults } from '../run/results.mjs';

const test = (status: string, meta = {}) => ({ fullName: `is ${status}`, status, meta });
const file = (status: string, ...assertionResults: (ReturnType<typeof test> & { failureMessages?: string[] })[]) => ({
  name: 'f',
  status,
  assertionResults,
});
const report = (success: boolean, ...testResults: ReturnType<typeof file>[]) => ({
  package: 'packages/a',
  report: { success, testResults },
});

describe('the sum of test reports', () => {
  it('counts every status over all packages', () => {
    const one = report(true, file('passed', test('passed'), test('skipped'), test('todo')));
    const two = report(false, file('failed', test('passed'), test('failed')), file('passed', test('passed')));
    expect(closingLine(sumResults([one, two]))).toBe('3 passed, 1 failed, 2 skipped');
  });

  it('counts a file that did not load as a failure', () => {
    const summary = sumResults([report(false, file('failed'), file('passed', test('passed')))]);
    expect(closingLine(summary)).toBe('1 passed, 1 failed, 0 skipped');
    expect(isGreen(summary)).toBe(false);
  });

  it('counts a test that never ended as a failure, though the report calls itself a success', () => {
    const summary = sumResults([report(true, file('passed', test('passed'), test('pending')))]);
    expect(closingLine(summary)).toBe('1 passed, 1 failed, 0 skipped');
  });

  it('counts a run that failed without a file as a failure', () => {
    expect(sumResults([report(false)]).failed).toBe(1);
  });

  it('is not green when nothing ran', () => {
    expect(isGreen(sumResults([]))).toBe(false);
  });

  it('names each failure: a test, a file that did not load, a run', () => {
    const summary = sumResults([report(false, file('failed', test('failed')), file('failed')), report(false)]);
    expect(failedTests(summary)).toEqual([
      'failed: packages/a: is failed',
      'failed: packages/a: f',
      'failed: packages/a: the run',
    ]);
  });

  it('shows the first lines of each failure message without colours', () => {
    const messages = [`AssertionError: \u001b[31mno\u001b[39m\n    at f.ts:1${'\n    at g.ts:1'.repeat(30)}`];
    const summary = sumResults([report(false, file('failed', { ...test('failed'), failureMessages: messages }))]);
    const lines = failedTests(summary);
    expect(lines.slice(0, 3)).toEqual(['failed: packages/a: is failed', '  AssertionError: no', '      at f.ts:1']);
    expect(lines).toHaveLength(13);
  });

  it('has the tests that failed by an assertion or a property, and no timeout and no file that did not load', () => {
    const fail = (message: string) => ({ ...test('failed'), failureMessages: [message] });
    const messages = [
      'AssertionError: expected 1 to be 2\n    at f.ts:1',
      'Error: Property failed after 3 tests\n{ seed: 1 }',
      'Error: Test timed out in 180000ms.',
      'Error: spawn ENOENT',
    ];
    const summary = sumResults([report(false, file('failed', ...messages.map(fail)), file('failed'))]);
    expect(listFaults(summary)).toEqual([
      'packages/a: is failed: AssertionError: expected 1 to be 2',
      'packages/a: is failed: Error: Property failed after 3 tests',
    ]);
  });

  it('lists each skipped test with its reason, or that none is given', () => {
    const summary = sumResults([
      report(true, file('passed', test('skipped', { skipReason: 'needs root' }), test('todo'))),
    ]);
    expect(skippedTests(summary)).toEqual([
      'skipped: packages/a: is skipped: needs root',
      'skipped: packages/a: is todo: no reason given',
    ]);
  });
});
