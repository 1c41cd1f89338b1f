import preset from '@notes/tooling/vitest';
import { defineConfig, mergeConfig } from 'vitest/config';

/** Pages of the site are checked two at a time: each keeps a core busy. */
export default defineConfig((env) => mergeConfig(preset(env), { test: { maxConcurrency: 2 } }));
