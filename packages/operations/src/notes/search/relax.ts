import { type Query, type QueryNode, tokenize } from '@notes/query-language';
import type { SimilarWord } from '@notes/storage';
import type { Context } from '../../platform/context.js';
import { joinOrSplitWords } from './compounds.js';
import { find, type Search } from './find.js';
import {
  isWord,
  isWordAt,
  listTexts,
  listWords,
  mapTexts,
  type Original,
  printSuggestion,
  type Relaxation,
} from './relaxation.js';
import { splitIntoCharacters, splitIntoWords } from './segments.js';

/** Maximum number of words of a query that is relaxed. */
const MAX_WORDS = 12;
/** Maximum number of words of a query whose known words are respelt: a longer one is a sentence. */
const MAX_WORDS_TO_RESPELL = 6;
/** Maximum number of words that are searched in the place of the only word of a query. */
const MAX_SIMILAR_WORDS = 6;
/** Maximum of similar words for a word of several, the others of which exclude most notes with a wrong one. */
const MAX_SIMILAR_AMONG_OTHERS = 24;

/** Maximum number of queries that are suggested. */
const MAX_SUGGESTIONS = 6;
/** Maximum number of notes that are read for suggestions, and bytes of text after which no further one is read. */
const MAX_READ_NOTES = 30;
const MAX_READ_BYTES = 262_144;

type Found = Awaited<ReturnType<typeof find>>;

/** Result of a search for notes that almost match a query. */
export interface RelaxedSearch {
  readonly found: Found;
  /** Query that the notes match. */
  readonly query: Query;
  readonly matchedBy: 'prefix' | 'typo';
  /** Texts of queries, at most six, each of which finds some of the notes. */
  readonly suggestions: readonly string[];
  /** True when more notes match the query than `found` has. */
  readonly truncated: boolean;
}

/** Ways to relax a query, in the order in which they are tried. */
const WAYS = [
  ['prefix', completeLastWord],
  ['typo', joinOrSplitWords],
  ['typo', splitIntoWords],
  ['typo', splitIntoCharacters],
  ['typo', respellUnknown],
  ['typo', respellOneMore],
] as const;

/**
 * Searches for notes that almost match a query without exact matches: with the last word as the beginning of a word,
 * with words joined or split, with a text in a script without spaces split into its words, and with similar words of
 * the library. Phrases in quotes, negated words and all other conditions stay as they are.
 *
 * @returns null when these find nothing either
 */
export async function findRelaxed(context: Context, text: string, search: Search): Promise<RelaxedSearch | null> {
  const { root } = search.query;
  const texts = root === null ? [] : listTexts(root);
  if (root === null || texts.length === 0 || texts.length > MAX_WORDS) return null;
  const original: Original = { text, root, words: listWords(root) };
  for (const [matchedBy, relax] of WAYS) {
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
      return { ...relaxation, found: await find(context, { ...search, query, limit: search.limit + 1 }) };
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
    suggestions: [...new Set(useful.flatMap((relaxation) => listSuggestions(context, relaxation)))].slice(
      0,
      MAX_SUGGESTIONS,
    ),
    truncated: unique.length > search.limit,
  };
}

const bestScore = ({ found }: { readonly found: Found }): number => found[0]?.score ?? 0;

/** Returns the texts of queries that find the best notes of a relaxation, those with most notes first. */
function listSuggestions(
  { library: { store } }: Context,
  { found, suggest, dependsOnNote }: Relaxation & { readonly found: Found },
): string[] {
  if (dependsOnNote !== true) return [suggest(new Set())];
  const counts = new Map<string, number>();
  let sizeBytes = 0;
  for (const { pk } of found.slice(0, MAX_READ_NOTES)) {
    const [note] = store.read(({ documents }) => documents.getPage([pk]));
    if (note === undefined) continue;
    const suggestion = suggest(new Set(tokenize(`${note.title}\n${note.body}`).map(({ term }) => term)));
    counts.set(suggestion, (counts.get(suggestion) ?? 0) + 1);
    sizeBytes += note.sizeBytes;
    if (sizeBytes > MAX_READ_BYTES) break;
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([suggestion]) => suggestion);
}

/** Makes the word at the very end of the text the beginning of a word, as while typing. */
function completeLastWord(_context: Context, { text, root, words }: Original): Relaxation[] {
  const last = tokenize(text).at(-1);
  if (last === undefined || last.end !== text.length || !words.includes(last.term) || !isWordAt(text, last)) return [];
  const relaxed = mapTexts(root, (node) =>
    isWord(node) && node.terms[0] === last.term ? { ...node, prefix: true } : node,
  );
  return [{ root: relaxed, suggest: () => printSuggestion(`${text}*`, relaxed) }];
}

/**
 * Replaces words by similar ones: those the library does not have; when it has all of them, each in turn, because one
 * may be misspelt as another word.
 */
function respellUnknown(context: Context, original: Original): Relaxation[] {
  const unknown = listUnknown(context, original);
  const groups = unknown.length > 0 ? [unknown] : listDoubtful(original).map((word) => [word]);
  return groups.flatMap((group) => respell(context, original, group));
}

/** Replaces the words that the library does not have by similar ones, and also each of the others in turn. */
function respellOneMore(context: Context, original: Original): Relaxation[] {
  const unknown = listUnknown(context, original);
  if (unknown.length === 0) return [];
  const others = listDoubtful(original).filter((word) => !unknown.includes(word));
  return others.flatMap((word) => respell(context, original, [...unknown, word]));
}

/** Returns the words that may be misspelt although the library has them. */
const listDoubtful = ({ words }: Original): readonly string[] => (words.length > MAX_WORDS_TO_RESPELL ? [] : words);

const listUnknown = ({ library: { store } }: Context, { words }: Original): string[] =>
  store.read(({ vocabulary }) => words.filter((word) => !vocabulary.has(word)));

/** Replaces words by similar ones; returns nothing when one of them has none. */
function respell(
  { library: { store } }: Context,
  { text, root, words }: Original,
  group: readonly string[],
): Relaxation[] {
  const max = words.length > 1 ? MAX_SIMILAR_AMONG_OTHERS : MAX_SIMILAR_WORDS;
  const similar = store.read(
    ({ vocabulary }) => new Map(group.map((word) => [word, vocabulary.findSimilar(word, max)])),
  );
  if ([...similar.values()].some((found) => found.length === 0)) return [];
  const suggest = (terms: ReadonlySet<string>) => {
    const chosen = chooseWords(similar, terms);
    return printSuggestion(replaceInText(text, chosen), replaceWords(root, chosen));
  };
  return [{ root: replaceWords(root, similar), suggest, dependsOnNote: true }];
}

type Replacements = ReadonlyMap<string, readonly SimilarWord[]>;

/** Chooses for each word the most frequent similar one that a note has. */
const chooseWords = (similar: Replacements, terms: ReadonlySet<string>): Replacements =>
  new Map(
    [...similar].map(([word, found]) => [
      word,
      [found.find((each) => terms.has(each.word)) ?? found[0]].flatMap((each) => each ?? []),
    ]),
  );

function replaceWords(root: QueryNode, similar: Replacements): QueryNode {
  return mapTexts(root, (node) => {
    const found = isWord(node) ? (similar.get(node.terms[0] as string) ?? []) : [];
    const children = found.map(({ word }) => ({ ...node, terms: [word] }));
    const [only] = children;
    if (only === undefined) return node;
    return children.length > 1 ? { type: 'or', children } : only;
  });
}

/** Replaces words in the text of a query by the first similar ones; not where they are part of a phrase or a tag. */
function replaceInText(text: string, similar: Replacements): string {
  let replaced = '';
  let at = 0;
  for (const token of tokenize(text)) {
    const [best] = similar.get(token.term) ?? [];
    if (best === undefined || !isWordAt(text, token)) continue;
    replaced += text.slice(at, token.start) + best.word;
    at = token.end;
  }
  return replaced + text.slice(at);
}
