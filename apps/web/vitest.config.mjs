import preset from '@notes/tooling/vitest';
import { mergeConfig } from 'vitest/config';
import { routesPlugin } from './build/routes-plugin.ts';

/** The first test of a file starts a browser and a service. */
const HOOK_MS = 60_000;

export default mergeConfig(preset, {
  plugins: [routesPlugin()],
  test: {
    hookTimeout: HOOK_MS,
    // Files share what they import, and the browser; each has a service and contexts of its own.
    isolate: false,
  },
});
