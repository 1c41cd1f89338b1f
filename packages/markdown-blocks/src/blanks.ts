import { isBlank } from './units.js';

/** White space other than single spaces, which stay as they are and are the most frequent. */
const SPACE = /[^\S ]\s*| \s+/g;

/** Returns the first offset in `from` to `to` with neither space nor tab, or `to`. */
export function skipBlanks(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Returns the offset behind the last unit in `from` to `to` that is neither space nor tab, or `from`. */
export function blanksStart(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isBlank(text.charCodeAt(end - 1))) end--;
  return end;
}

/** Returns `text` on one line: runs of white space become one space, and the ends are trimmed. */
export function collapse(text: string): string {
  return text.replace(SPACE, ' ').trim();
}
