import { isHighSurrogate, isLowSurrogate } from './units.js';

/*
 * Simple case folding: one code point to one code point of as many UTF-16 units, so offsets in folded and stored text
 * are the same. Equal: `ẞ` and `ß`; `Σ`, `σ` and `ς`; the Kelvin sign and `k`. Different: `ß` and `ss`; `İ`, `ı` and
 * `i`.
 */

/** Characters for which lower case of upper case differs from the simple folding of Unicode's CaseFolding.txt. */
const IRREGULAR: Readonly<Record<string, string>> = {
  ı: 'ı',
  '\u1fd3': '\u0390',
  '\u1fe3': '\u03b0',
  '\ufb05': '\ufb06',
};

let unitFolds: Uint16Array | undefined;
const pairFolds = new Map<number, Uint16Array>();

/** Returns the folded units of `text`. */
export function foldUnits(text: string): Uint16Array {
  const folds = caseFolds();
  const units = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) units[i] = foldUnit(folds, text, i);
  return units;
}

/** Returns the folded unit at `i`. `folds` comes from `caseFolds`, once per scan. */
export function foldUnit(folds: Uint16Array, text: string, i: number): number {
  const unit = folds[text.charCodeAt(i)]!;
  return isLowSurrogate(unit) ? foldLow(text.charCodeAt(i - 1), unit) : unit;
}

/** Returns the fold of every code unit that is a character of its own; built on first use. */
export function caseFolds(): Uint16Array {
  unitFolds ??= Uint16Array.from({ length: 0x10000 }, (_, unit) =>
    isHighSurrogate(unit) || isLowSurrogate(unit) ? unit : foldCharacter(String.fromCharCode(unit)).charCodeAt(0),
  );
  return unitFolds;
}

/**
 * Folds the low surrogate of a pair: cased scripts beyond the basic plane keep upper and lower case under one high
 * surrogate.
 */
function foldLow(high: number, low: number): number {
  if (!isHighSurrogate(high)) return low;
  let lows = pairFolds.get(high);
  if (lows === undefined) {
    lows = Uint16Array.from({ length: 0x400 }, (_, i) => {
      const folded = foldCharacter(String.fromCharCode(high, 0xdc00 + i));
      return folded.charCodeAt(0) === high ? folded.charCodeAt(1) : 0xdc00 + i;
    });
    pairFolds.set(high, lows);
  }
  return lows[low - 0xdc00]!;
}

function foldCharacter(character: string): string {
  const irregular = IRREGULAR[character];
  if (irregular !== undefined) return irregular;
  const upper = character.toUpperCase();
  const folded = (upper.length === character.length ? upper : character).toLowerCase();
  return folded.length === character.length ? folded : character;
}
