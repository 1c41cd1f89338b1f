import { DROPPED_CLASS, foldText } from './fold.js';

/** Between tokens. */
export const SEPARATOR = 0;
/** Part of a run: letters, numbers, marks. */
export const WORD = 1;
/** A token of its own: scripts written without spaces between words. */
export const SINGLE = 2;
/** A token of its own: symbols and emoji outside ASCII. */
export const SYMBOL = 3;
/** Belongs to the token before it, begins none: dropped marks, dakuten. */
export const ATTACHED = 4;
/** Added to SINGLE and SYMBOL where folding leaves the character as it is. */
export const STABLE = 8;

const IS_ATTACHED = new RegExp(`[${DROPPED_CLASS}\\u3099\\u309A\\uFF9E\\uFF9F]`, 'u');
const IS_WORD = /[\p{L}\p{N}\p{M}]/u;
const IS_SINGLE =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const IS_SYMBOL = /[\p{S}\p{Extended_Pictographic}]/u;

const ASCII = Uint8Array.from({ length: 128 }, (_, code) =>
  /[0-9A-Za-z]/.test(String.fromCharCode(code)) ? WORD : SEPARATOR,
);

/** A letter or digit; false beyond the end of a text, where the unit is NaN. */
export const isAsciiWord = (unit: number) => unit < 128 && ASCII[unit] === WORD;

/** 256 classes each, filled when first met: a text uses few of them. */
const pages: (Uint8Array | undefined)[] = [];

function classify(code: number): number {
  if (code < 128) return ASCII[code]!;
  const char = String.fromCodePoint(code);
  if (IS_ATTACHED.test(char)) return ATTACHED;
  const word = IS_WORD.test(char);
  if (word && !IS_SINGLE.test(char)) return WORD;
  if (!word && !IS_SYMBOL.test(char)) return SEPARATOR;
  return (word ? SINGLE : SYMBOL) | (foldText(char) === char ? STABLE : 0);
}

/** The class of a code point: one of the constants of this file. Everything ASCII but letters and digits separates. */
export function classOf(code: number): number {
  if (code < 128) return ASCII[code]!;
  const index = code >> 8;
  let page = pages[index];
  if (page === undefined) {
    page = Uint8Array.from({ length: 256 }, (_, low) => classify((index << 8) | low));
    pages[index] = page;
  }
  return page[code & 0xff]!;
}
