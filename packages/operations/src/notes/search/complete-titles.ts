import type { Output } from '@notes/contract';
import { type Query, tokenize } from '@notes/query-language';
import type { Context } from '../../platform/context.js';
import type { Search } from './find.js';

export type Hit = Output<'searchDocuments'>['results'][number];

/** Maximum number of notes added to the exact matches because their titles continue the query. */
const MAX_COMPLETIONS = 10;

/**
 * Finds notes whose titles contain the words of a query in succession, where the last word is only begun, as while a
 * title is being typed. Exact matches are not among them.
 *
 * @param text the query as written; it must end with a word and contain only words
 * @param exactCount number of exact matches on the page, of which these notes displace at most half
 */
export function completeTitles(
  { library: { store } }: Context,
  text: string,
  { query, limit }: Search,
  exactCount: number,
): { pk: number; score: number }[] {
  const most = Math.min(MAX_COMPLETIONS, Math.max(limit - exactCount, Math.floor(limit / 2)));
  if (most === 0 || !isTypedTitle(text, query)) return [];
  const words = listWords(text);
  return store.read(({ links, search }) =>
    links
      .suggest(text, most)
      .filter(({ title, pk }) => !containsWords(title, words) && !search.isMatch(query, pk))
      .map(({ pk }) => ({ pk, score: 0 })),
  );
}

/** Inserts notes with completed titles after the leading notes whose titles contain every word. */
export function insertCompletions(text: string, hits: Hit[], completions: readonly Hit[]): Hit[] {
  if (completions.length === 0) return hits;
  const words = listWords(text);
  const other = hits.findIndex(({ title }) => !containsWords(title, words));
  const end = other === -1 ? hits.length : other;
  return [...hits.slice(0, end), ...completions, ...hits.slice(end)];
}

/** Returns true for words without fields, phrases and operators, the last of which may be incomplete. */
function isTypedTitle(text: string, { root }: Query): boolean {
  if (root === null || text.includes('"') || tokenize(text).at(-1)?.end !== text.length) return false;
  const parts = root.type === 'and' ? root.children : [root];
  return parts.every((part) => part.type === 'text' && part.scope === 'any' && !part.prefix);
}

/** Returns the words of a text as terms. */
export const listWords = (text: string): string[] => tokenize(text).map(({ term }) => term);

/** Returns true when a title contains each of the words. */
export function containsWords(title: string, words: readonly string[]): boolean {
  const own = new Set(listWords(title));
  return words.every((word) => own.has(word));
}
