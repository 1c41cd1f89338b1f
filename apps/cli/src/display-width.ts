const ASCII = /^[ -~]*$/;

/** Returns true for a grapheme without width: marks without a letter, and format characters. */
const isEmpty = (grapheme: string): boolean => /^[\p{M}\p{Cf}]/u.test(grapheme);

/**
 * Returns true for graphemes that East Asian terminals and emoji fonts show in two columns; see UAX #11. Halfwidth forms
 * belong to the same scripts.
 */
const isWide = (grapheme: string): boolean =>
  /^(?:(?![\uff61-\uffdc])[\p{Script=Han}\p{Script=Hangul}\p{Script=Yi}\p{Emoji_Presentation}\u3000-\u33ff\uff01-\uff60\uffe0-\uffe6]|\p{Emoji}\ufe0f)/u.test(
    grapheme,
  );

let graphemes: Intl.Segmenter | undefined;

/** Returns the number of columns that a text without control characters takes in a terminal. */
export function getDisplayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let width = 0;
  for (const { segment } of graphemes.segment(text)) if (!isEmpty(segment)) width += isWide(segment) ? 2 : 1;
  return width;
}
