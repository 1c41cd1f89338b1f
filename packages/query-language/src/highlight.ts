import { hits, type Range } from './hits.js';
import type { Query } from './types.js';

/**
 * What to mark in a title or body: the ranges that satisfy a positive text term of the query, sorted, and merged
 * where they overlap or touch. `from` and `to` limit the work to a part of a long text, as if it were cut there.
 */
export function highlightRanges(
  text: string,
  query: Query,
  options: { scope: 'title' | 'body'; from?: number; to?: number },
): Range[] {
  const found = [...hits(query, options.scope, text, options.from, options.to)];
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const merged: Range[] = [];
  for (const [start, end] of found) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
