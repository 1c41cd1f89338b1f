import { findHits, type Range } from './hits.js';
import type { Query } from './types.js';

/**
 * Finds the ranges of a title or body that match a text of the query under an even number of negations.
 *
 * @param text The title or body, of any length; work is linear in the searched part
 * @param query A query from `parseQuery`; its search tables are cached with it, so reuse it for many texts
 * @param options `scope` selects the texts for that part. `from` and `to` are UTF-16 offsets that limit the search, as
 *   if the text ended there; the whole text by default. Values below 0 count as 0
 * @returns Ranges in UTF-16 offsets of the whole text, sorted, and merged where they overlap or touch. Never throws
 */
export function highlightRanges(
  text: string,
  query: Query,
  options: { scope: 'title' | 'body'; from?: number | undefined; to?: number | undefined },
): Range[] {
  const found = [...findHits(query, options.scope, text, options.from, options.to)];
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const merged: Range[] = [];
  for (const [start, end] of found) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
