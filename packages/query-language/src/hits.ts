import { isAsciiWord } from './characters.js';
import { PhraseFinder } from './phrase.js';
import { Scanner } from './scanner.js';
import { getTermsAt } from './tokenize.js';
import type { Query, TextNode } from './types.js';
import { positiveTexts } from './walk.js';

/** A range of a text in UTF-16 offsets, `end` exclusive. */
export type Range = [start: number, end: number];
export type Scope = 'title' | 'body';

const finders = new WeakMap<Query, Map<Scope, HitFinder>>();

/**
 * Finds matches of the positive texts of a query in a title or body, ordered by their ends, from `from` to `to`, as if
 * the text ended there.
 */
export function findHits(query: Query, scope: Scope, text: string, from = 0, to = text.length): Iterable<Range> {
  const known = finders.get(query) ?? new Map<Scope, HitFinder>();
  let finder = known.get(scope);
  if (finder === undefined) {
    const nodes = positiveTexts(query.root).filter((node) => node.scope === 'any' || node.scope === scope);
    finder = new HitFinder(nodes);
    finders.set(query, known.set(scope, finder));
  }
  return finder.find(text, from, to);
}

/** Search tables of one query and scope, reused for all texts. */
class HitFinder {
  readonly #words: ReadonlySet<string>;
  readonly #phrases: readonly TextNode[];
  readonly #startPattern: RegExp;

  constructor(nodes: readonly TextNode[]) {
    const isWord = ({ terms, prefix }: TextNode) => terms.length === 1 && !prefix;
    this.#words = new Set(nodes.filter(isWord).map(({ terms }) => terms[0]!));
    this.#phrases = nodes.filter((node) => !isWord(node));
    this.#startPattern = buildStartPattern(nodes);
  }

  *find(text: string, from: number, to: number): Generator<Range> {
    if (this.#words.size === 0 && this.#phrases.length === 0) return;
    const source = text.slice(0, Math.max(0, to));
    const phrases = this.#phrases.map((node) => new PhraseFinder(node));
    const scanner = new Scanner(source, Math.max(0, from), source.length);
    for (;;) {
      // Between matches, only tokens that may begin a match are read.
      if (phrases.every((phrase) => phrase.idle)) scanner.end = this.#nextStart(source, scanner.end);
      if (!scanner.next()) return;
      const { start, end } = scanner;
      for (const term of getTermsAt(source, scanner)) {
        if (this.#words.has(term)) yield [start, end];
        for (const phrase of phrases) {
          const first = phrase.feed(term, start);
          if (first >= 0) yield [first, end];
        }
      }
    }
  }

  /** Returns the start of the next token that may begin a match, from the end of a token; else the end of the text. */
  #nextStart(text: string, from: number): number {
    // In other scripts every token may begin a match, and reading it is cheaper than searching.
    if (text.charCodeAt(from) >= 128) return from;
    this.#startPattern.lastIndex = from;
    const found = this.#startPattern.exec(text);
    if (found === null) return text.length;
    let start = found.index;
    while (start > from && isAsciiWord(text.charCodeAt(start - 1))) start--;
    return start;
  }
}

/**
 * Builds the pattern of the beginning of a match: an ASCII term, or a character outside ASCII, which may fold to any
 * term.
 */
function buildStartPattern(nodes: readonly TextNode[]): RegExp {
  const terms = nodes.map(({ terms }) => terms[0]!).filter((term) => /^[0-9a-z]+$/.test(term));
  // biome-ignore lint/plugin: letters and digits only, one after another, so it means and costs what it says
  return new RegExp([...new Set(terms), '[^\\x00-\\x7f]'].join('|'), 'gi');
}
