import { parseQuery, type Query, type QueryNode, type TextNode, type Token, tokenize } from '@notes/query-language';
import type { SimilarWord } from '@notes/storage';
import type { Context } from '../../platform/context.js';
import { find, type Search } from './find.js';

/** Maximum number of words of a query that is relaxed. */
const MAX_WORDS = 12;
/** Maximum number of words that are searched in the place of one. */
const MAX_SIMILAR_WORDS = 6;
/** Word put in the place of another to learn where in the query that is. */
const PROBE = 'zqprobe0';

type Found = Awaited<ReturnType<typeof find>>;

/** Result of a search for notes that almost match a query. */
export interface RelaxedSearch {
  readonly found: Found;
  /** Query that the notes match. */
  readonly query: Query;
  readonly matchedBy: 'prefix' | 'typo';
  /** Texts of the queries that find the notes, best first. */
  readonly suggestions: readonly string[];
}

/** Query with weaker conditions. */
interface Relaxation {
  readonly root: QueryNode;
  readonly suggestion: string;
}

/**
 * Searches for notes that almost match a query without exact matches: first with the last word as the beginning of a
 * word, then with similar words of the library. Phrases, negated words and all other conditions stay as they are.
 *
 * @returns null when these find nothing either
 */
export async function findRelaxed(context: Context, text: string, search: Search): Promise<RelaxedSearch | null> {
  const { root } = search.query;
  const words = root === null ? [] : listWords(root);
  if (root === null || words.length === 0 || words.length > MAX_WORDS) return null;
  const original: Original = { text, root, words };
  for (const [matchedBy, relax] of [
    ['prefix', completeLastWord],
    ['typo', respell],
  ] as const) {
    const relaxed = await findAll(context, search, relax(context, original));
    if (relaxed !== null) return { ...relaxed, matchedBy };
  }
  return null;
}

/** Searches with each relaxation; returns the best notes of all, and the suggestions that find any. */
async function findAll(
  context: Context,
  search: Search,
  relaxations: readonly Relaxation[],
): Promise<Omit<RelaxedSearch, 'matchedBy'> | null> {
  const tried = await Promise.all(
    relaxations.map(async (relaxation) => {
      const query = { ...search.query, root: relaxation.root };
      return { ...relaxation, found: await find(context, { ...search, query }) };
    }),
  );
  const useful = tried.filter(({ found }) => found.length > 0).toSorted((a, b) => bestScore(b) - bestScore(a));
  const [first] = useful;
  if (first === undefined) return null;
  const root: QueryNode =
    useful.length > 1 ? { type: 'or', children: useful.map((relaxation) => relaxation.root) } : first.root;
  const found = useful.flatMap((relaxation) => relaxation.found).toSorted((a, b) => b.score - a.score);
  const unique = [...new Map(found.toReversed().map((finding) => [finding.pk, finding])).values()].toReversed();
  return {
    found: unique.slice(0, search.limit),
    query: { ...search.query, root },
    suggestions: useful.map(({ suggestion }) => suggestion),
  };
}

const bestScore = ({ found }: { readonly found: Found }): number => found[0]?.score ?? 0;

/** Query to be relaxed; `words` are its single words that are not negated. */
interface Original {
  readonly text: string;
  readonly root: QueryNode;
  readonly words: readonly string[];
}

/** Makes the word at the very end of the text the beginning of a word, as while typing. */
function completeLastWord(_context: Context, { text, root, words }: Original): Relaxation[] {
  const last = tokenize(text).at(-1);
  if (last === undefined || last.end !== text.length || !words.includes(last.term) || !isWordAt(text, last)) return [];
  const relaxed = mapWords(root, (node) => (node.terms[0] === last.term ? { ...node, prefix: true } : node));
  return [{ root: relaxed, suggestion: `${text}*` }];
}

/**
 * Replaces words by similar ones: those the library does not have; when it has all of them, each in turn, because one
 * may be misspelt as another word.
 */
function respell({ library: { store } }: Context, { text, root, words }: Original): Relaxation[] {
  return store.read(({ vocabulary }) => {
    const similar = new Map<string, readonly SimilarWord[]>();
    const unknown = words.filter((word) => !vocabulary.has(word));
    for (const word of unknown.length > 0 ? unknown : words) {
      const found = vocabulary.findSimilar(word, MAX_SIMILAR_WORDS);
      if (found.length > 0) similar.set(word, found);
      else if (unknown.length > 0) return [];
    }
    const groups = unknown.length > 0 ? [unknown] : [...similar.keys()].map((word) => [word]);
    return groups.map((group) => ({
      root: replaceWords(root, group, similar),
      suggestion: replaceInText(text, group, similar),
    }));
  });
}

function replaceWords(
  root: QueryNode,
  words: readonly string[],
  similar: ReadonlyMap<string, readonly SimilarWord[]>,
): QueryNode {
  return mapWords(root, (node) => {
    const [term = ''] = node.terms;
    const found = words.includes(term) ? (similar.get(term) ?? []) : [];
    const children = found.map(({ word }) => ({ ...node, terms: [word] }));
    const [only] = children;
    if (only === undefined) return node;
    return children.length > 1 ? { type: 'or', children } : only;
  });
}

/** Replaces words in the text of a query by the most frequent similar ones; not where they are part of a phrase or a tag. */
function replaceInText(
  text: string,
  words: readonly string[],
  similar: ReadonlyMap<string, readonly SimilarWord[]>,
): string {
  let replaced = '';
  let at = 0;
  for (const token of tokenize(text)) {
    const best = words.includes(token.term) ? similar.get(token.term)?.[0] : undefined;
    if (best === undefined || !isWordAt(text, token)) continue;
    replaced += text.slice(at, token.start) + best.word;
    at = token.end;
  }
  return replaced + text.slice(at);
}

/** Returns true when a term of a query's text is a word that may be replaced. */
function isWordAt(text: string, { start, end }: Token): boolean {
  const parsed = parseQuery(text.slice(0, start) + PROBE + text.slice(end));
  return parsed.ok && parsed.query.root !== null && listWords(parsed.query.root).includes(PROBE);
}

/** Copies a condition with its single words replaced, except those under a negation. */
function mapWords(node: QueryNode, replace: (word: TextNode) => QueryNode): QueryNode {
  if (node.type === 'and' || node.type === 'or')
    return { ...node, children: node.children.map((child) => mapWords(child, replace)) };
  return isWord(node) ? replace(node) : node;
}

function listWords(node: QueryNode): string[] {
  if (node.type === 'and' || node.type === 'or') return [...new Set(node.children.flatMap(listWords))];
  return isWord(node) ? [node.terms[0] as string] : [];
}

const isWord = (node: QueryNode): node is TextNode => node.type === 'text' && node.terms.length === 1 && !node.prefix;
