import makeConfig from '../vitest.config.mjs';

const MINUTES = 60_000;

const base = makeConfig({ mode: 'test', command: 'serve' });

/** Measurements are not tests, so no test results are written to a file. */
export default {
  ...base,
  test: {
    ...base.test,
    include: ['bench/**/*.bench.ts'],
    reporters: ['default'],
    outputFile: {},
    // A busy machine takes several times as long.
    testTimeout: 20 * MINUTES,
    hookTimeout: 5 * MINUTES,
  },
};
