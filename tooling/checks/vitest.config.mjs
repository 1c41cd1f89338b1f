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
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
