import { defineConfig } from 'vitest/config';
import { SkipReasons } from '../skip-reasons.mjs';

/** Checks of the repository as a whole, on the output of `turbo run build`. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['checks/**/*.test.ts'],
    reporters: ['default', new SkipReasons(), 'json'],
    outputFile: { json: '.test-results/check.json' },
    // Most checks are separate processes.
    maxWorkers: '100%',
    // Some build or read the whole repository, which takes minutes on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
