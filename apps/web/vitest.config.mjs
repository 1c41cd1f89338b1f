import preset from '@notes/tooling/vitest';
import { mergeConfig } from 'vitest/config';
import { routesPlugin } from './build/routes-plugin.ts';

export default mergeConfig(preset, {
  plugins: [routesPlugin()],
  test: {
    // Files share what they import, and the browser; each has a service and contexts of its own.
    isolate: false,
  },
});
