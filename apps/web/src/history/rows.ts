import type { Hunk } from './diff.js';

/** Returns the first rows of a diff. */
export function takeRows(hunks: readonly Hunk[], most: number): Hunk[] {
  const shown: Hunk[] = [];
  let left = most;
  for (const { skipped, rows } of hunks) {
    if (left <= 0) break;
    shown.push({ skipped, rows: rows.slice(0, left) });
    left -= rows.length;
  }
  return shown;
}

export const rowCount = (hunks: readonly Hunk[]): number => hunks.reduce((sum, { rows }) => sum + rows.length, 0);
