// @ts-check
// Preloaded into a command: writes the peak of its resident memory, in bytes, and its processor time, in seconds, to the
// given file.
import { writeFileSync } from 'node:fs';

const KIB = 1024;

process.once('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { peakBytes: maxRSS * KIB, processorSeconds: (userCPUTime + systemCPUTime) / 1e6 };
  writeFileSync(/** @type {string} */ (process.env.USAGE_REPORT), JSON.stringify(usage));
});
