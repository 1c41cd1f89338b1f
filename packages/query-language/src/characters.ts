import { DROPPED_CLASS, foldText } from './fold.js';

/** Class of characters between tokens. */
export const SEPARATOR = 0;
/** Class of characters that form a token with their neighbours: letters, numbers, marks. */
export const WORD = 1;
/** Class of characters that are a token each, in scripts written without spaces between words. */
export const SINGLE = 2;
/** Class of symbols and emoji outside ASCII, which are a token each. */
export const SYMBOL = 3;
/** Class of characters that belong to the token before them and begin none: dropped marks, dakuten. */
export const ATTACHED = 4;
/** Flag added to SINGLE and SYMBOL for characters that folding does not change. */
export const STABLE = 8;

const IS_ATTACHED = new RegExp(`[${DROPPED_CLASS}\\u3099\\u309A\\uFF9E\\uFF9F]`, 'u');

// V8 collects the characters of a property when it makes a regular expression, so these are made on first use.
const isWord = (char: string): boolean => /[\p{L}\p{N}\p{M}]/u.test(char);
const isSingle = (char: string): boolean =>
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u.test(
    char,
  );
const isSymbol = (char: string): boolean => /[\p{S}\p{Extended_Pictographic}]/u.test(char);

const ASCII = Uint8Array.from({ length: 128 }, (_, code) =>
  /[0-9A-Za-z]/.test(String.fromCharCode(code)) ? WORD : SEPARATOR,
);

/** Returns true for an ASCII letter or digit; false for NaN, the unit beyond the end of a text. */
export const isAsciiWord = (unit: number) => unit < 128 && ASCII[unit] === WORD;

/**
 * Classes of the characters most common in texts of Latin script, in hexadecimal digits, by their first code point: no
 * version of Unicode changes them. The regular expressions above take ten milliseconds to compile, and most programs that
 * only search do not need them.
 */
const COMMON: readonly (readonly [first: number, classes: string])[] = [
  [0x80, '0'.repeat(34)],
  [0xa2, 'bbbbb03b10b4b3bb11310031101110'],
  [0xc0, `${'1'.repeat(23)}b${'1'.repeat(31)}b${'1'.repeat(344)}`],
  [0x2000, `${'0'.repeat(13)}4${'0'.repeat(46)}`],
];

/** Class of a character that is not known yet. */
const UNKNOWN = 0xff;

/** Pages of 256 classes each; those of the common characters are known, and each other one is determined on first use. */
const pages: (Uint8Array | undefined)[] = [];

for (const [first, classes] of COMMON)
  for (let at = 0; at < classes.length; at++) setClass(first + at, Number.parseInt(classes[at]!, 16));

function setClass(code: number, kind: number): void {
  pages[code >> 8] ??= new Uint8Array(256).fill(UNKNOWN);
  pages[code >> 8]![code & 0xff] = kind;
}

function classify(code: number): number {
  const char = String.fromCodePoint(code);
  if (IS_ATTACHED.test(char)) return ATTACHED;
  const word = isWord(char);
  if (word && !isSingle(char)) return WORD;
  if (!word && !isSymbol(char)) return SEPARATOR;
  return (word ? SINGLE : SYMBOL) | (foldText(char) === char ? STABLE : 0);
}

/**
 * Returns the class of a code point, one of the constants of this file. ASCII characters other than letters and digits
 * are separators.
 */
export function getCharacterClass(code: number): number {
  if (code < 128) return ASCII[code]!;
  const known = pages[code >> 8]?.[code & 0xff] ?? UNKNOWN;
  if (known !== UNKNOWN) return known;
  const kind = classify(code);
  setClass(code, kind);
  return kind;
}
