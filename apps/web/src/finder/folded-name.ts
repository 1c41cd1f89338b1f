/** A name prepared for matching. */
export interface FoldedName {
  /** The name in lower case, without diacritics. */
  readonly text: string;
  /** 1 at each offset of `text` at which a word begins. */
  readonly starts: Uint8Array;
  /** Offset in the name of each unit of `text`; undefined when they are the same. */
  readonly offsets: readonly number[] | undefined;
}

const LETTER = /[\p{L}\p{N}]/u;
const UPPER = /\p{Lu}/u;
const ASCII = /^[\0-\x7F]*$/;

/** Returns a text in lower case, without diacritics. */
export const foldText = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase();

/** Prepares a name for matching. A word begins after punctuation or a space, and at a capital after a small letter. */
export function foldName(name: string): FoldedName {
  const isPlain = ASCII.test(name);
  let text = '';
  const starts: number[] = [];
  const offsets: number[] = [];
  let previous = '';
  let at = 0;
  for (const character of name) {
    const folded = isPlain ? character.toLowerCase() : foldText(character);
    const isStart = LETTER.test(character) && (!LETTER.test(previous) || isHump(previous, character));
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(isStart && unit === 0 ? 1 : 0);
      if (!isPlain) offsets.push(at);
    }
    text += folded;
    at += character.length;
    // A combining mark belongs to the letter before it.
    if (folded !== '') previous = character;
  }
  return { text, starts: Uint8Array.from(starts), offsets: isPlain ? undefined : offsets };
}

const isHump = (previous: string, character: string) => UPPER.test(character) && !UPPER.test(previous);

/**
 * Splits typed text into folded words; a slash separates them like a space, as in a path. Words of punctuation count
 * only when there are no others.
 */
export function splitWords(typed: string): string[] {
  const words = foldText(typed)
    .split(/[\s/]+/)
    .filter((word) => word !== '');
  const withLetters = words.filter(hasLetter);
  return withLetters.length > 0 ? withLetters : words;
}

/** Returns true when a text has a letter or a digit. */
export const hasLetter = (text: string): boolean => LETTER.test(text);
