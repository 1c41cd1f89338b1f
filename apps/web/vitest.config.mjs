import preset from '@notes/tooling/vitest';
import { mergeConfig } from 'vitest/config';
import { routesPlugin } from './build/routes-plugin.ts';

export default mergeConfig(preset, {
  plugins: [routesPlugin()],
  test: {
    // Files share imports and the browser; each has its own service and contexts.
    isolate: false,
  },
});
