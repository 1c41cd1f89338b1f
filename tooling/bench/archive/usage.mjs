// @ts-check
// Preloaded into a command: writes the peak of its resident memory, in bytes, to the given file.
import { writeFileSync } from 'node:fs';

const KIB = 1024;

process.once('exit', () => {
  writeFileSync(/** @type {string} */ (process.env.USAGE_REPORT), String(process.resourceUsage().maxRSS * KIB));
});
