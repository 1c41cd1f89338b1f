import base from '../vitest.config.mjs';

const MINUTES = 60_000;

/** Measurements: they are no tests, so no results are left to be counted. */
export default {
  ...base,
  test: {
    ...base.test,
    include: ['bench/**/*.bench.ts'],
    reporters: ['default'],
    outputFile: {},
    testTimeout: 5 * MINUTES,
    hookTimeout: 5 * MINUTES,
  },
};
