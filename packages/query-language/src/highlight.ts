import { PhraseFinder } from './phrase.js';
import { Scanner } from './scanner.js';
import { termsAt } from './tokenize.js';
import type { Query, TextNode } from './types.js';
import { positiveTexts } from './walk.js';

/** UTF-16 offsets, `end` exclusive. */
export type Range = [start: number, end: number];

/** The text nodes that a match in this part of a note may satisfy. */
export function textsFor(query: Query, scope: 'title' | 'body'): TextNode[] {
  return positiveTexts(query.root).filter((node) => node.scope === 'any' || node.scope === scope);
}

/** Where the nodes match, by end; from `from` to `to`, as if the text were cut there. */
export function* hits(text: string, nodes: readonly TextNode[], from = 0, to = text.length): Generator<Range> {
  if (nodes.length === 0) return;
  const isWord = (node: TextNode) => node.terms.length === 1 && !node.prefix;
  const words = new Set(nodes.filter(isWord).map((node) => node.terms[0]!));
  const finders = nodes.filter((node) => !isWord(node)).map((node) => new PhraseFinder(node));
  const initials = initialsOf(nodes);
  const scanner = new Scanner(text, Math.max(0, from), Math.min(to, text.length));
  while (scanner.next()) {
    const { start, end } = scanner;
    // Most tokens are ASCII and begin no term: they are passed over without being cut out.
    if (scanner.ascii && initials[text.charCodeAt(start) | LOWER] === 0) {
      for (const finder of finders) finder.interrupt();
      continue;
    }
    for (const term of termsAt(text, scanner)) {
      if (words.has(term)) yield [start, end];
      for (const finder of finders) {
        const first = finder.feed(term, start);
        if (first >= 0) yield [first, end];
      }
    }
  }
}

/** Makes an ASCII letter small and leaves a digit as it is. */
const LOWER = 0x20;

/** 1 for each ASCII character that a term begins with. */
function initialsOf(nodes: readonly TextNode[]): Uint8Array {
  const initials = new Uint8Array(128);
  for (const { terms } of nodes) {
    for (const term of terms) {
      const code = term.charCodeAt(0);
      if (code < 128) initials[code] = 1;
    }
  }
  return initials;
}

/**
 * What to mark in a title or body: the ranges that satisfy a positive text term of the query, sorted, and merged
 * where they overlap or touch. `from` and `to` limit the work to a part of a long text, as if it were cut there.
 */
export function highlightRanges(
  text: string,
  query: Query,
  options: { scope: 'title' | 'body'; from?: number; to?: number },
): Range[] {
  const found = [...hits(text, textsFor(query, options.scope), options.from, options.to)];
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const merged: Range[] = [];
  for (const [start, end] of found) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
