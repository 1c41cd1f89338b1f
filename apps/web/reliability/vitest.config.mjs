import { makeSeparateRun } from '../separate-run.mjs';

export default makeSeparateRun('reliability/**/*.cuts.ts', 3 * 3_600_000);
