/**
 * Characters removed from terms: combining diacritics, Hebrew and Arabic points, tatweel, variation selectors, soft
 * hyphen, ZWJ and word joiner. The string is the content of a character class, for use with the `u` flag.
 */
export const DROPPED_CLASS =
  '\\u00AD\\u0300-\\u036F\\u0591-\\u05BD\\u05BF\\u05C1\\u05C2\\u05C4\\u05C5\\u05C7\\u0610-\\u061A\\u0640' +
  '\\u064B-\\u065F\\u0670\\u06D6-\\u06DC\\u06DF-\\u06E4\\u06E7\\u06E8\\u06EA-\\u06ED\\u08CA-\\u08E1\\u08E3-\\u08FF' +
  '\\u180B-\\u180F\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\u200D\\u2060\\u20D0-\\u20FF\\uFE00-\\uFE0F\\uFE20-\\uFE2F' +
  '\\u{E0100}-\\u{E01EF}';

const DROPPED = new RegExp(`[${DROPPED_CLASS}]+`, 'gu');

/**
 * Applies full case folding. Lower case comes first, so that ẞ becomes ß before ß becomes SS; upper case turns ı into
 * I. Every ς becomes σ.
 */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/**
 * Base letters of letters whose diacritic no decomposition removes, and of the two ligatures commonly typed as two
 * letters.
 */
const BASES: Readonly<Record<string, string>> = { đ: 'd', ħ: 'h', ł: 'l', ø: 'o', ŧ: 't', æ: 'ae', œ: 'oe' };
const WITH_BASE = /[đħłøŧæœ]/g;

/** Characters that decompose to the ASCII characters `=`, `<` and `>`, which no term contains. They are kept. */
const STRUCK = /^[≠≮≯]$/;

/**
 * Folds text: NFKD, diacritics removed, case folded, `ł` as `l`, then NFC, which recomposes dakuten and Hangul
 * syllables. The result may contain separators: `½` becomes `1⁄2`.
 */
export function foldText(text: string): string {
  if (STRUCK.test(text)) return text;
  const folded = foldCase(text.normalize('NFKD').replace(DROPPED, ''));
  return folded.replace(WITH_BASE, (letter) => BASES[letter] as string).normalize('NFC');
}

/**
 * Returns the key by which names (tags, notebooks, titles, files) are compared: NFC and full case folding, diacritics
 * kept (SPEC.md, section 2). Idempotent, and never throws. White space and slashes stay.
 *
 * @example nameKey('STRASSE') === nameKey('Straße') // true
 */
export function nameKey(name: string): string {
  return foldCase(name.normalize('NFC')).normalize('NFC');
}
