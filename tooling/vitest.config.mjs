import { defineConfig } from 'vitest/config';
import { SkipReasons } from './skip-reasons.mjs';

/** The preset every package's `vitest.config.mjs` re-exports: sources instead of dist, and a result file the closing line is counted from. */
export default defineConfig({
  resolve: { conditions: ['@notes/source'] },
  ssr: { resolve: { conditions: ['@notes/source'] } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    reporters: ['default', new SkipReasons(), 'json'],
    outputFile: { json: '.test-results/vitest.json' },
    // Files share what they import: loading it anew for each took longer than the tests. None may change it.
    isolate: false,
    // Much of a test is waiting: for a disk, a process, a browser.
    maxWorkers: '100%',
    // Ends what hangs; how long anything takes is measured elsewhere, and a busy machine is slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
