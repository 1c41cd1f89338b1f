import preset from '@notes/tooling/vitest';
import { defineConfig, mergeConfig } from 'vitest/config';
import { routesPlugin } from './build/routes-plugin.ts';

/** Files share imports and the browser; each has its own service and contexts. */
export default defineConfig((env) => mergeConfig(preset(env), { plugins: [routesPlugin()] }));
