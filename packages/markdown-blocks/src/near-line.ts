import { isSpace } from './units.js';

/**
 * Returns the first line of `text`, from 1, that equals the first non-blank line of `search` after trimming and
 * collapsing white space; undefined when there is none. Linear, and builds no strings.
 */
export function nearLine(text: string, search: string): number | undefined {
  const from = skipSpace(search, 0, search.length);
  if (from === search.length) return undefined;
  const to = findLineEnd(search, from);
  let line = 1;
  for (let at = 0; at < text.length; line++) {
    const end = findLineEnd(text, at);
    if (sameWords(text, at, end, search, from, to)) return line;
    at = end + 1;
  }
  return undefined;
}

function findLineEnd(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  return feed === -1 ? text.length : feed;
}

/** Returns true when a[i, iEnd) and b[j, jEnd) are equal after collapsing and trimming white space. */
function sameWords(a: string, i: number, iEnd: number, b: string, j: number, jEnd: number): boolean {
  let at = skipSpace(a, i, iEnd);
  let bt = skipSpace(b, j, jEnd);
  while (at < iEnd && bt < jEnd) {
    const nextA = skipSpace(a, at, iEnd);
    const nextB = skipSpace(b, bt, jEnd);
    if (nextA > at !== nextB > bt) break;
    if (nextA === at && a.charCodeAt(at) !== b.charCodeAt(bt)) return false;
    at = nextA > at ? nextA : at + 1;
    bt = nextB > bt ? nextB : bt + 1;
  }
  return skipSpace(a, at, iEnd) === iEnd && skipSpace(b, bt, jEnd) === jEnd;
}

function skipSpace(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isSpace(text.charCodeAt(at))) at++;
  return at;
}
