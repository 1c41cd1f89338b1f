// @ts-check
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { peakOfNotes } from './commands.mjs';

const FILL = fileURLToPath(new URL('../fill.mjs', import.meta.url));
const MIB = 1024 * 1024;
/** How much more the largest library may take than the smallest. */
const GROWTH = 1.2;

/**
 * Peaks of memory by size of library.
 * @param {{ sizes: readonly number[], say: (line: string) => void }} asked
 */
export function measureMemory({ sizes, say }) {
  const scratch = mkdtempSync(join(tmpdir(), 'notes-archive-memory-'));
  try {
    const peaks = sizes.map((size) => peaksOf(join(scratch, String(size)), size, say));
    const rows = Object.keys(peaks[0] ?? {});
    const lines = [`peak memory    ${sizes.map((size) => `${size} notes`.padStart(16)).join('')}  growth`];
    let missed = 0;
    for (const row of rows) {
      const values = peaks.map((each) => each[row] ?? 0);
      const growth = (values.at(-1) ?? 0) / (values[0] ?? 1);
      if (growth > GROWTH) missed += 1;
      const cells = values.map((value) => `${Math.round(value / MIB)} MiB`.padStart(16)).join('');
      lines.push(`${row.padEnd(15)}${cells}  × ${growth.toFixed(2)} ${growth > GROWTH ? 'MISS' : 'ok'}`);
    }
    return { lines: [...lines, `goal: growth ≤ × ${GROWTH}`], missed };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @returns {Record<string, number>} bytes */
function peaksOf(/** @type {string} */ folder, /** @type {number} */ size, /** @type {(line: string) => void} */ say) {
  const [dataDir, archive] = [join(folder, 'data'), join(folder, 'archive')];
  say(`filling a library of ${size} notes`);
  execFileSync(process.execPath, [FILL, dataDir, String(size)], { stdio: 'ignore' });
  const peaks = {
    export: () => peakOfNotes('--data-dir', dataDir, 'archive', 'export', archive, '--quiet'),
    'verify level 3': () => peakOfNotes('archive', 'verify', archive, '--level', '3', '--quiet'),
    'verify level 4': () => peakOfNotes('archive', 'verify', archive, '--level', '4', '--quiet'),
    restore: () => peakOfNotes('archive', 'restore', archive, '--into-dir', join(folder, 'restored'), '--quiet'),
  };
  return Object.fromEntries(
    Object.entries(peaks).map(([name, measure]) => {
      const bytes = measure();
      say(`${size} notes: ${name}: ${Math.round(bytes / MIB)} MiB`);
      return [name, bytes];
    }),
  );
}
