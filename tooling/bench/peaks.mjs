// @ts-check
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toCorpusArguments } from './corpus.mjs';

const FILL = fileURLToPath(new URL('fill.mjs', import.meta.url));
const MIB = 1024 * 1024;

/**
 * Measures peaks of memory by size of library.
 * @param {object} asked
 * @param {readonly number[]} asked.sizes notes, ascending
 * @param {number} asked.growth largest ratio of the memory of the largest library to that of the smallest
 * @param {import('./corpus.mjs').CorpusChoice} asked.corpus
 * @param {(line: string) => void} asked.say
 * @param {(place: { folder: string, dataDir: string }) => Record<string, () => number>} asked.commands commands by
 *   name, in order, which run on a filled library and return their peak in bytes
 */
export function measurePeaksBySize({ sizes, growth: limit, corpus, say, commands }) {
  const scratch = mkdtempSync(join(tmpdir(), 'notes-memory-'));
  try {
    const peaks = sizes.map((size) => {
      const folder = join(scratch, String(size));
      const dataDir = join(folder, 'data');
      say(`filling a library of ${size} notes`);
      execFileSync(process.execPath, [FILL, dataDir, String(size), ...toCorpusArguments(corpus)], { stdio: 'ignore' });
      return Object.entries(commands({ folder, dataDir })).map(([name, measure]) => {
        const bytes = measure();
        say(`${size} notes: ${name}: ${Math.round(bytes / MIB)} MiB`);
        return { name, bytes };
      });
    });
    const lines = [`peak memory    ${sizes.map((size) => `${size} notes`.padStart(16)).join('')}  growth`];
    let missed = 0;
    for (const [row, { name }] of (peaks[0] ?? []).entries()) {
      const values = peaks.map((each) => each[row]?.bytes ?? 0);
      const growth = (values.at(-1) ?? 0) / (values[0] ?? 1);
      if (growth > limit) missed += 1;
      const cells = values.map((value) => `${Math.round(value / MIB)} MiB`.padStart(16)).join('');
      lines.push(`${name.padEnd(15)}${cells}  × ${growth.toFixed(2)} ${growth > limit ? 'MISS' : 'ok'}`);
    }
    return { lines: [...lines, `goal: growth ≤ × ${limit}`], missed };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
