import { defineConfig } from 'vitest/config';
import { SkipReasons } from '../skip-reasons.mjs';

/** Checks of the repository as a whole. They read what `turbo run build` built. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['checks/**/*.test.ts'],
    reporters: ['default', new SkipReasons(), 'json'],
    outputFile: { json: '.test-results/check.json' },
    // Most of a check is a process of its own.
    maxWorkers: '100%',
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
