// @ts-check
// Loaded before a command: writes the peak of its resident memory, in bytes, where it is told to.
import { writeFileSync } from 'node:fs';

const KIB = 1024;

process.once('exit', () => {
  writeFileSync(/** @type {string} */ (process.env.USAGE_REPORT), String(process.resourceUsage().maxRSS * KIB));
});
