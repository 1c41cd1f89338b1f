import { makeSeparateRun } from '../separate-run.mjs';

export default makeSeparateRun('bench/**/*.bench.ts', 5 * 60_000);
