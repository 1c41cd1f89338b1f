/** Returns true for an emoji, flag or keycap at the start. New emoji are in the first class before they have a name. */
const startsWithEmoji = (text: string): boolean =>
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3)/u.test(text);

/** Returns true for a text that is one emoji, such as a flag, a keycap, or several emoji joined to one character. */
export const isEmoji = (text: string): boolean =>
  startsWithEmoji(text) && [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].length === 1;
