import { makeSeparateRun } from '../separate-run.mjs';

// A busy machine takes several times as long as a quiet one.
export default makeSeparateRun('bench/**/*.bench.ts', 20 * 60_000);
