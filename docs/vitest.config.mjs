import preset from '@notes/tooling/vitest';
import { mergeConfig } from 'vitest/config';

/** Pages of the site are checked two at a time: each keeps a core busy. */
export default mergeConfig(preset, { test: { maxConcurrency: 2 } });
