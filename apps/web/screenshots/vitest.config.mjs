import makeConfig from '../vitest.config.mjs';

const HOURS = 3_600_000;

const base = makeConfig({ mode: 'test', command: 'serve' });

/** Screenshots are made for people to look at, so no test results are written to a file. */
export default {
  ...base,
  test: {
    ...base.test,
    include: ['screenshots/**/*.shots.ts'],
    reporters: ['default'],
    outputFile: {},
    testTimeout: HOURS,
    hookTimeout: HOURS,
  },
};
