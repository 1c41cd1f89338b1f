import makeConfig from './vitest.config.mjs';

const base = makeConfig({ mode: 'test', command: 'serve' });

/**
 * Configuration of runs that are not part of the test suite, so that no test results are written to a file.
 *
 * @param {string} files pattern of the files that are run
 * @param {number} timeout milliseconds a test or a hook may take
 */
export const makeSeparateRun = (files, timeout) => ({
  ...base,
  test: {
    ...base.test,
    include: [files],
    reporters: ['default'],
    outputFile: {},
    testTimeout: timeout,
    hookTimeout: timeout,
  },
});
