import { makeSeparateRun } from '../separate-run.mjs';

export default makeSeparateRun('screenshots/**/*.shots.ts', 3_600_000);
