import { type QueryNode, type TextNode, type Token, tokenize } from '@notes/query-language';
import type { Context } from '../../platform/context.js';
import {
  isWord,
  isWordAt,
  listTexts,
  mapTexts,
  type Original,
  printSuggestion,
  type Relaxation,
} from './relaxation.js';

/** Minimum number of characters of each half of a compound. */
const MIN_HALF_LENGTH = 3;
/** Letters between the halves of a compound, as in the German “Wohnung-s-übergabe”. */
const LINKS = ['', 's'];

/** Joins two neighbouring words into one of the library, or splits a word in two that stand side by side in a note. */
export function joinOrSplitWords(context: Context, original: Original): Relaxation[] {
  return [...joinWords(context, original), ...splitWords(context, original)];
}

/** Joins each two neighbours of the query that make a word of the library, or the beginning of one. */
function joinWords({ library: { store } }: Context, { text, root }: Original): Relaxation[] {
  if (root.type !== 'and') return [];
  const tokens = tokenize(text);
  return store.read(({ vocabulary }) =>
    tokens.flatMap((second, index) => {
      const first = tokens[index - 1];
      if (first === undefined || !isPair(text, first, second)) return [];
      const nodes = [first, second].map(({ term }) => root.children.find((node) => hasTerm(node, term)));
      if (nodes.includes(undefined) || nodes[0] === nodes[1]) return [];
      return [[first, second] as const, [second, first] as const]
        .flatMap(([left, right]) => LINKS.map((link) => left.term + link + right.term))
        .filter((word) => vocabulary.hasBeginning(word))
        .map((word) => {
          const joined: TextNode = { type: 'text', scope: 'any', terms: [word], prefix: true };
          const others = root.children.filter((node) => !nodes.includes(node));
          const relaxed: QueryNode = others.length > 0 ? { type: 'and', children: [...others, joined] } : joined;
          const written = `${text.slice(0, first.start)}${word}*${text.slice(second.end)}`;
          return { root: relaxed, suggest: () => printSuggestion(written, relaxed) };
        });
    }),
  );
}

const hasTerm = (node: QueryNode, term: string): boolean =>
  node.type === 'text' && isWord(node) && node.scope === 'any' && node.terms[0] === term;

/** Returns true for two words with nothing but spaces between them. */
const isPair = (text: string, first: Token, second: Token): boolean =>
  text.slice(first.end, second.start).trim() === '' &&
  first.end < second.start &&
  isWordAt(text, first) &&
  isWordAt(text, second);

/** Splits each word of the query at the places where both halves follow each other in a note. */
function splitWords({ library: { store } }: Context, { text, root }: Original): Relaxation[] {
  const words = listTexts(root).filter(isWord);
  return store.read(({ vocabulary }) =>
    words.flatMap((word) =>
      listHalves(word.terms[0] as string)
        .filter((halves) => halves.every((half) => vocabulary.has(half)) && vocabulary.has(halves.join(' ')))
        .map((halves) => {
          const relaxed = mapTexts(root, (node) => (node === word ? { ...node, terms: halves } : node));
          const suggest = () => printSuggestion(quoteInText(text, word.terms[0] as string, halves), relaxed);
          return { root: relaxed, suggest };
        }),
    ),
  );
}

function listHalves(word: string): string[][] {
  const characters = [...word];
  const count = Math.max(0, characters.length - 2 * MIN_HALF_LENGTH + 1);
  return Array.from({ length: count }, (_, index) => {
    const at = MIN_HALF_LENGTH + index;
    return [characters.slice(0, at).join(''), characters.slice(at).join('')];
  });
}

/** Replaces a word in the text of a query, with its quotes if it has some, by a phrase. */
function quoteInText(text: string, word: string, terms: readonly string[]): string {
  const token = tokenize(text).find((each) => each.term === word && isWordAt(text, each));
  if (token === undefined) return text;
  const isQuoted = text[token.start - 1] === '"' && text[token.end] === '"';
  const [start, end] = isQuoted ? [token.start - 1, token.end + 1] : [token.start, token.end];
  return `${text.slice(0, start)}"${terms.join(' ')}"${text.slice(end)}`;
}
