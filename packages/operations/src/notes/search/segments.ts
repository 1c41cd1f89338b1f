import { type QueryNode, type TextNode, tokenize } from '@notes/query-language';
import type { Context } from '../../platform/context.js';
import { listTexts, mapTexts, type Original, printSuggestion, type Relaxation } from './relaxation.js';

/** Minimum and maximum number of characters of a text that is split into words. */
const MIN_LENGTH = 3;
const MAX_LENGTH = 24;
/** Maximum number of characters of a word. */
const MAX_WORD_LENGTH = 6;

/**
 * Splits texts in Chinese and Japanese, which are searched as phrases, into the longest words of the library from the
 * start. The words may stand anywhere in a note.
 */
export function splitIntoWords({ library: { store } }: Context, original: Original): Relaxation[] {
  return store.read(({ vocabulary }) =>
    splitTexts(original, (terms) => listWordsFromStart(terms, (phrase) => vocabulary.has(phrase.join(' ')))),
  );
}

/** Splits texts in Chinese and Japanese into characters, which may stand anywhere in a note. */
export function splitIntoCharacters(_context: Context, original: Original): Relaxation[] {
  return splitTexts(original, (terms) => terms.map((term) => [term]));
}

type Segments = readonly (readonly string[])[];

function splitTexts({ text, root }: Original, split: (terms: readonly string[]) => Segments): Relaxation[] {
  const segments = new Map(
    text.includes('"')
      ? []
      : listTexts(root)
          .filter(isRun)
          .map((node) => [node, split(node.terms)]),
  );
  if (segments.size === 0) return [];
  const relaxed = mapTexts(root, (node) => joinSegments(node, segments.get(node) ?? []));
  return [{ root: relaxed, suggest: () => printSuggestion(separateInText(text, segments), relaxed) }];
}

/** Returns true for a character of a script without spaces, whose characters are terms of their own. */
const isCharacter = (term: string): boolean => /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u.test(term);

const isRun = ({ terms, prefix }: TextNode): boolean =>
  !prefix && terms.length >= MIN_LENGTH && terms.length <= MAX_LENGTH && terms.every(isCharacter);

/** Splits terms into the longest phrases that exist, from the start; a term of its own need not exist. */
function listWordsFromStart(terms: readonly string[], exists: (phrase: readonly string[]) => boolean): string[][] {
  const words: string[][] = [];
  for (let at = 0; at < terms.length; ) {
    let length = Math.min(MAX_WORD_LENGTH, terms.length - at);
    while (length > 1 && !exists(terms.slice(at, at + length))) length -= 1;
    words.push(terms.slice(at, at + length));
    at += length;
  }
  return words;
}

function joinSegments(node: TextNode, segments: Segments): QueryNode {
  if (segments.length < 2) return node;
  return { type: 'and', children: segments.map((terms) => ({ ...node, terms })) };
}

/** Puts spaces between the segments of the texts of a query. */
function separateInText(text: string, segments: ReadonlyMap<TextNode, Segments>): string {
  const tokens = tokenize(text);
  const ends = new Set<number>();
  for (const [{ terms }, parts] of segments) {
    let at = tokens.findIndex((_, index) => terms.every((term, offset) => tokens[index + offset]?.term === term));
    for (const part of parts.slice(0, -1)) {
      at += part.length;
      ends.add(tokens[at - 1]?.end ?? 0);
    }
  }
  let separated = '';
  let last = 0;
  for (const end of [...ends].toSorted((a, b) => a - b)) {
    separated += `${text.slice(last, end)} `;
    last = end;
  }
  return separated + text.slice(last);
}
