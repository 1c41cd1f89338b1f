import { bomLength, frontMatter } from './front-matter.js';
import { detectNewline } from './newlines.js';

/**
 * Appends `text` to `body` on a line of its own: a newline is inserted when a non-empty body does not end in one. Empty
 * text changes nothing.
 */
export function appendText(body: string, text: string): string {
  if (text === '') return body;
  const separate = body.length > bomLength(body) && !body.endsWith('\n');
  return body + (separate ? detectNewline(body) : '') + text;
}

/** Matches a line that makes a heading of the paragraph before it. */
const UNDERLINE = /^ {0,3}(?:-+|=+)[ \t]*(?:\r?\n|$)/;

/**
 * Prepends `text` to `body`, behind a byte order mark and YAML front matter, on lines of its own: a newline is inserted
 * after it when more text follows and it does not end in one, and a blank line where the next line would make a heading
 * of it. Empty text changes nothing.
 */
export function prependText(body: string, text: string): string {
  if (text === '') return body;
  const at = frontMatter(body)?.end ?? bomLength(body);
  const before = body.slice(0, at);
  const after = body.slice(at);
  const lead = at > bomLength(body) && !before.endsWith('\n') ? detectNewline(body) : '';
  const tail = after !== '' && !text.endsWith('\n') ? detectNewline(body) : '';
  const blank = UNDERLINE.test(after) && !/\n[ \t]*\r?\n$/.test(text) ? detectNewline(body) : '';
  return before + lead + text + tail + blank + after;
}
