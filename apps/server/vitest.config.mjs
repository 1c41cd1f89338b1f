import preset from '@notes/tooling/vitest';
import { mergeConfig } from 'vitest/config';

// Much of a test of a service is waiting for it.
export default mergeConfig(preset, { test: { maxWorkers: '100%' } });
