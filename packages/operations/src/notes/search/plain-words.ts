import { type Query, type QueryNode, type TextNode, tokenize } from '@notes/query-language';
import { joinUnspaced } from '@notes/search-engine';

/** Positive words of a query, as an engine gets them, and the conditions that remain without the plain words. */
export interface PlainWords {
  /** Words that are not negated, as written, in the order of the query. */
  readonly text: string;
  /** These words, folded, without those that only begin a word. A run of characters without spaces is one word. */
  readonly words: readonly string[];
  /** Conditions that every note must meet that an engine proposes. */
  readonly conditions: Query;
}

/**
 * Splits a query into words and conditions. Plain words, which are neither negated nor in quotes nor in a field, only
 * guide an engine. Phrases, fields, words that end with `*` and all other parts stay conditions.
 *
 * An alternative with a plain word (`car OR tag:travel`) is no condition.
 *
 * @param text the query as written
 * @returns null when the query has no plain word
 */
export function splitPlainWords(text: string, query: Query): PlainWords | null {
  const hasQuotes = text.includes('"');
  const isPlain = ({ scope, terms, prefix }: TextNode) =>
    scope === 'any' && !prefix && (terms.length === 1 || !hasQuotes);
  const texts = query.root === null ? [] : listPositiveTexts(query.root);
  if (!texts.some(isPlain)) return null;
  const complete = texts.map(({ terms, prefix }) => (prefix ? terms.slice(0, -1) : terms));
  const terms = new Set(complete.flat());
  const words = new Set(complete.flatMap(joinUnspaced));
  const root = query.root === null ? null : removePlainWords(query.root, isPlain);
  return { text: findWords(text, terms), words: [...words], conditions: { ...query, root } };
}

/** Returns the texts of a query that are not negated. */
export function listPositiveTexts(node: QueryNode): TextNode[] {
  if (node.type === 'and' || node.type === 'or') return node.children.flatMap(listPositiveTexts);
  return node.type === 'text' ? [node] : [];
}

/** Replaces plain words by a condition that always holds, which is null. */
function removePlainWords(node: QueryNode, isPlain: (text: TextNode) => boolean): QueryNode | null {
  if (node.type === 'text') return isPlain(node) ? null : node;
  if (node.type !== 'and' && node.type !== 'or') return node;
  const children = node.children.map((child) => removePlainWords(child, isPlain));
  const conditions = children.filter((child) => child !== null);
  if (node.type === 'or') return conditions.length < children.length ? null : { ...node, children: conditions };
  const [only = null] = conditions;
  return conditions.length > 1 ? { ...node, children: conditions } : only;
}

/** Cuts words with the given terms out of a text. Characters that are words of their own stay together. */
function findWords(text: string, terms: ReadonlySet<string>): string {
  let words = '';
  let end = -1;
  for (const token of tokenize(text)) {
    if (!terms.has(token.term) || token.start < end) continue;
    const space = words === '' || token.start === end ? '' : ' ';
    words += space + text.slice(token.start, token.end);
    end = token.end;
  }
  return words;
}
