import type { Hunk } from './diff.js';

/** Returns the first rows of a diff. */
export function takeRows(hunks: readonly Hunk[], limit: number): Hunk[] {
  const taken: Hunk[] = [];
  let remaining = limit;
  for (const { skipped, rows } of hunks) {
    if (remaining <= 0) break;
    taken.push({ skipped, rows: rows.slice(0, remaining) });
    remaining -= rows.length;
  }
  return taken;
}

export const rowCount = (hunks: readonly Hunk[]): number => hunks.reduce((sum, { rows }) => sum + rows.length, 0);
