// @ts-check

/**
 * Vitest reporter that stores the reason of `context.skip('reason')` in the test's metadata, from where the JSON report
 * carries it to the summary of `npm test`.
 */
export class SkipReasons {
  onTestCaseResult(/** @type {import('vitest/node').TestCase} */ testCase) {
    const result = testCase.result();
    if (result.state === 'skipped' && result.note) Object.assign(testCase.meta(), { skipReason: result.note });
  }
}
