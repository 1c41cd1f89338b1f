import { type Query, type QueryNode, type TextNode, tokenIterator } from '@notes/query-language';
import { countSlips, type DocumentWithBody, type Store } from '@notes/storage';
import type { Hit } from './complete-titles.js';
import { listPositiveTexts } from './plain-words.js';
import { readableSnippet } from './snippet.js';

type Snippet = Pick<Hit, 'snippet' | 'highlights'>;

/** Maximum similar words of the library that are highlighted in the place of one. */
const MAX_SIMILAR_WORDS = 20;
/** Maximum words of a query whose similar words are looked up. */
const MAX_WORDS = 12;
/** Characters of a note whose words are compared with a query. */
const MAX_COMPARED_CHARACTERS = 32_768;
/** Minimum lengths of words for one slip and for two. */
const MIN_LENGTH_FOR_ONE = 3;
const MIN_LENGTH_FOR_TWO = 6;

/** Makes the snippets of results, which show why each note was found: for one query and all its results. */
export class SnippetMaker {
  readonly #store: Store;
  readonly #query: Query;
  readonly #texts: readonly TextNode[];
  #similar: Query | undefined;
  readonly #slips = new Map<string, boolean>();

  constructor(store: Store, query: Query) {
    this.#store = store;
    this.#query = query;
    this.#texts = query.root === null ? [] : listPositiveTexts(query.root);
  }

  /**
   * Makes a snippet around words of the query; for `typo` around similar words, and for `prefix` around words that the
   * words of the query begin. The beginning of the note when it contains none.
   */
  make({ body }: DocumentWithBody, matchedBy: Hit['matched_by']): Snippet {
    const exact = readableSnippet(body, this.#query);
    if (matchedBy === 'prefix' && exact.highlights.length === 0)
      return readableSnippet(
        body,
        this.#select((text) => [{ ...text, prefix: true }]),
      );
    return matchedBy === 'typo' ? this.#makeSimilar(body) : exact;
  }

  /** Compares the words of the note, which takes less than to look up similar words of the whole library. */
  #makeSimilar(body: string): Snippet {
    const words = this.#findSimilarIn(body);
    if (words.length > 0)
      return readableSnippet(
        body,
        this.#select((text, index) => (index === 0 ? [text, ...words] : [text])),
      );
    if (body.length > MAX_COMPARED_CHARACTERS)
      this.#similar ??= this.#select((text, index) => [text, ...this.#listSimilar(text, index)]);
    return readableSnippet(body, this.#similar ?? this.#query);
  }

  /** Makes the query that finds other texts than those of this query. */
  #select(replace: (text: TextNode, index: number) => readonly TextNode[]): Query {
    const children: QueryNode[] = this.#texts.flatMap(replace);
    return { ...this.#query, root: children.length === 1 ? (children[0] as QueryNode) : { type: 'or', children } };
  }

  #listSimilar(text: TextNode, index: number): TextNode[] {
    const [term = ''] = text.terms;
    if (text.terms.length > 1 || text.prefix || index >= MAX_WORDS) return [];
    const similar = this.#store.read(({ vocabulary }) => vocabulary.findSimilar(term, MAX_SIMILAR_WORDS));
    return similar.map(({ word }) => ({ ...text, terms: [word] }));
  }

  /** Finds words of a text within two slips of a word of the query. */
  #findSimilarIn(body: string): TextNode[] {
    const words = this.#texts.filter(({ terms, prefix }) => terms.length === 1 && !prefix).slice(0, MAX_WORDS);
    const found = new Set<string>();
    for (const { term } of tokenIterator(body, 0, Math.min(body.length, MAX_COMPARED_CHARACTERS)))
      if (words.some(({ terms: [word = ''] }) => this.#isSimilar(word, term))) found.add(term);
    return [...found].map((term) => ({ type: 'text', scope: 'any', terms: [term], prefix: false }));
  }

  #isSimilar(word: string, term: string): boolean {
    const max = word.length < MIN_LENGTH_FOR_TWO ? 1 : 2;
    if (word.length < MIN_LENGTH_FOR_ONE || Math.abs(word.length - term.length) > max) return false;
    const key = `${word} ${term}`;
    const isSimilar = this.#slips.get(key) ?? countSlips(word, term, max) <= max;
    this.#slips.set(key, isSimilar);
    return isSimilar;
  }
}
