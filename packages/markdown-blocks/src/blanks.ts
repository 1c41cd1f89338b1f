import { isBlank } from './units.js';

/** White space other than single spaces, of which there are most: they stay as they are. */
const SPACE = /[^\S ]\s*| \s+/g;

/** The first offset in `from` to `to` with neither space nor tab, or `to`. */
export function skipBlanks(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** The offset behind the last unit in `from` to `to` that is neither space nor tab, or `from`. */
export function blanksStart(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isBlank(text.charCodeAt(end - 1))) end--;
  return end;
}

/** `text` on one line: runs of white space are one space, none at the ends. */
export function collapse(text: string): string {
  return text.replace(SPACE, ' ').trim();
}
