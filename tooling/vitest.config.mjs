import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { root, workspacePackages } from './run/workspace.mjs';
import { SkipReasons } from './skip-reasons.mjs';

const ALL = ['src/**/*.test.ts', 'test/**/*.test.ts'];
const SLOW = ['src/**/*.slow.test.ts', 'test/**/*.slow.test.ts'];
const folder = process.cwd();

/** Transforms modules again when the entries of any package change, because transformed modules name resolved files. */
const resolvedByManifests = {
  name: 'resolved-by-manifests',
  configureVitest(/** @type {import('vitest/node').VitestPluginContext} */ { experimental_defineCacheKeyGenerator }) {
    const manifests = JSON.stringify(workspacePackages(root).map(({ manifest }) => manifest));
    experimental_defineCacheKeyGenerator(() => manifests);
  },
};

/**
 * Preset re-exported by every package's `vitest.config.mjs`: sources instead of dist, and a result file from which the
 * closing line is counted. The mode `slow` runs the files `*.slow.test.ts`, the mode `all` these and all other test files,
 * and every other mode only the others.
 */
export default defineConfig(({ mode }) => ({
  // Packages share the cache of transformed modules, whose names are relative to the root.
  root,
  plugins: [resolvedByManifests],
  resolve: { conditions: ['@notes/source'] },
  ssr: { resolve: { conditions: ['@notes/source'] } },
  test: {
    dir: folder,
    experimental: { fsModuleCache: true },
    include: mode === 'slow' ? SLOW : ALL,
    exclude: ['**/node_modules/**', ...(mode === 'slow' || mode === 'all' ? [] : SLOW)],
    setupFiles: [fileURLToPath(new URL('connection-per-fetch.mjs', import.meta.url))],
    reporters: ['default', new SkipReasons(), 'json'],
    outputFile: { json: `${folder}/.test-results/${mode === 'slow' ? 'slow' : 'vitest'}.json` },
    // Files share their imports: loading them anew for each file took longer than the tests. No test may change them.
    isolate: false,
    // Tests mostly wait: for a disk, a process, a browser.
    maxWorkers: '100%',
    // Timeout for hanging tests; other tests measure durations, because a busy machine is slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
}));
