import { highlightRanges } from './highlight.js';
import { hits, type Range } from './hits.js';
import { Scanner } from './scanner.js';
import type { Query } from './types.js';

/** How much of a body is looked through for a hit: 256 Ki UTF-16 units. */
const SCANNED = 262_144;
const DEFAULT_LENGTH = 200;
const SHORTEST = 20;
/** White space and control characters; single spaces, of which there are most, stay as they are. */
const BLANK = /(?:[^\S ]|[\x00-\x1f\x7f-\x9f])[\s\x00-\x1f\x7f-\x9f]*| [\s\x00-\x1f\x7f-\x9f]+/g;

export interface Snippet {
  snippet: string;
  /** Offsets in `snippet`. */
  highlights: Range[];
}

/**
 * A piece of a body around the first positive hit, or its beginning when the first 256 Ki UTF-16 units hold none.
 * At most `maxLength` UTF-16 units (200; at least 20), `…` included, which stands where the body goes on; it begins
 * and ends with whole tokens, unless one alone is too long. White space is single spaces.
 */
export function snippet(body: string, query: Query, options: { maxLength?: number } = {}): Snippet {
  const length = Math.max(options.maxLength ?? DEFAULT_LENGTH, SHORTEST);
  const text = cut(body, windowStart(body, firstHit(body, query), length), length);
  return { snippet: text, highlights: highlightRanges(text, query, { scope: 'body' }) };
}

function firstHit(body: string, query: Query): Range | null {
  for (const hit of hits(query, 'body', body, 0, SCANNED)) {
    // The last token may be one that the limit cut short.
    if (hit[1] < SCANNED || body.length <= SCANNED) return hit;
  }
  return null;
}

/** The start of a token a third of the length before the hit, or more where the body ends soon after. */
function windowStart(body: string, hit: Range | null, length: number): number {
  if (hit === null) return 0;
  const [start, end] = hit;
  const from = Math.min(start - Math.floor(length / 3), body.length - length);
  if (from <= 0) return 0;
  if (end - start > length / 2) return start;
  const scanner = new Scanner(body, from, start);
  while (scanner.next()) {
    // One at the very beginning may be the rest of a longer token.
    if (scanner.start > from) return scanner.start;
  }
  return start;
}

function cut(body: string, from: number, length: number): string {
  const mark = from > 0 ? '…' : '';
  const room = length - mark.length;
  // White space shrinks, so more than the length is taken; where twice is too little, eight times: beyond that, a run
  // of it counts as more text.
  let to = Math.min(body.length, from + 2 * length);
  let text = collapsed(body, from, to);
  if (text.length <= room) {
    to = Math.min(body.length, from + 8 * length);
    text = collapsed(body, from, to);
  }
  if (to === body.length && text.length <= room) return mark + text;
  return `${mark}${text.slice(0, lastTokenEnd(text, room - 1, to < body.length))}…`;
}

const collapsed = (body: string, from: number, to: number) => body.slice(from, to).replace(BLANK, ' ').trim();

/** The end of the last token that ends within `room`; where there is none, `room` itself, between characters. */
function lastTokenEnd(text: string, room: number, unfinished: boolean): number {
  let end = 0;
  const scanner = new Scanner(text, 0, text.length);
  while (scanner.next()) {
    if (scanner.end > room || (unfinished && scanner.end === text.length)) break;
    end = scanner.end;
  }
  if (end > 0) return end;
  end = Math.min(room, text.length);
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
}
