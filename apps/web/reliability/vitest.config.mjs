import makeConfig from '../vitest.config.mjs';

const HOURS = 3_600_000;

const base = makeConfig({ mode: 'test', command: 'serve' });

/** Long runs are not part of the test suite, so no test results are written to a file. */
export default {
  ...base,
  test: {
    ...base.test,
    include: ['reliability/**/*.cuts.ts'],
    reporters: ['default'],
    outputFile: {},
    testTimeout: 3 * HOURS,
  },
};
