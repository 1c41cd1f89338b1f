const ASCII = /^[ -~]*$/;
/** Characters without width at the start of a grapheme: marks without a letter, and format characters. */
const EMPTY = /^[\p{M}\p{Cf}]/u;
/** Halfwidth forms, which belong to the scripts below. */
const HALF = /^[\uff61-\uffdc]/;
/** Graphemes that East Asian terminals and emoji fonts show in two columns; see UAX #11. */
const WIDE =
  /^(?:[\p{Script=Han}\p{Script=Hangul}\p{Script=Yi}\p{Emoji_Presentation}\u3000-\u33ff\uff01-\uff60\uffe0-\uffe6]|\p{Emoji}\ufe0f)/u;

let graphemes: Intl.Segmenter | undefined;

/** Returns the number of columns that a text without control characters takes in a terminal. */
export function getDisplayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (EMPTY.test(segment)) continue;
    width += !HALF.test(segment) && WIDE.test(segment) ? 2 : 1;
  }
  return width;
}
