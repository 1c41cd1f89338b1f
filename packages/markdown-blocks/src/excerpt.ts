import { bomLength, frontMatter } from './front-matter.js';
import { plainText } from './plain-text.js';
import { LF, splitsPair } from './units.js';

/** Units of the body read for the excerpt, and largest size of front matter before it, in units. */
const EXCERPT_WINDOW = 8192;
const FRONT_MATTER_WINDOW = 65_536;
/** Units that the window's end may move back to white space, so that it does not end inside a word. */
const WORD_REACH = 128;

let graphemes: Intl.Segmenter | undefined;

/**
 * Returns the opening of a Markdown body as plain text on one line, for a list row. Omits front matter, marks of
 * headings, emphasis, lists, quotes, tables and code fences, HTML tags, and link and image targets; white space is
 * collapsed. The result has at most `maxChars` UTF-16 units, including the `…` that marks omitted text. The cut is
 * between words, or between graphemes of a long word. Reads at most 8,192 units behind front matter of at most 65,536.
 */
export function excerpt(body: string, maxChars: number): string {
  if (maxChars < 1) return '';
  const from = frontMatterEnd(body);
  const to = windowEnd(body, from);
  const clipped = to < body.length;
  const text = plainText(body.slice(from, to), clipped, maxChars);
  return cut(text, Math.floor(maxChars), clipped);
}

function frontMatterEnd(body: string): number {
  const found = frontMatter(body.slice(0, FRONT_MATTER_WINDOW));
  if (found === null) return bomLength(body);
  // A closing line without its line ending may be cut off by the window.
  const whole = found.end === body.length || body.charCodeAt(found.end - 1) === LF;
  return whole ? found.end : bomLength(body);
}

function windowEnd(body: string, from: number): number {
  const end = from + EXCERPT_WINDOW;
  if (end >= body.length) return body.length;
  const tail = body.slice(end - WORD_REACH, end + 1);
  const space = tail.search(/\s\S*$/);
  if (space !== -1) return end - WORD_REACH + space;
  return splitsPair(body, end) ? end - 1 : end;
}

function cut(text: string, maxChars: number, more: boolean): string {
  if (text === '' || (text.length <= maxChars && !more)) return text;
  const room = maxChars - 1;
  if (text.length <= room) return `${text}…`;
  const space = text.lastIndexOf(' ', room);
  const end = space * 2 >= room ? space : graphemeStart(text, room);
  return `${text.slice(0, end).trimEnd()}…`;
}

/** Returns the nearest boundary between graphemes at or before `offset`. */
function graphemeStart(text: string, offset: number): number {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return graphemes.segment(text).containing(offset)?.index ?? 0;
}
