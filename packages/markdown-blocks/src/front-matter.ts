import { skipBlanks } from './blanks.js';
import { BOM, CR } from './units.js';

/** UTF-16 offsets of a YAML front matter block. */
export interface FrontMatter {
  /** The opening `---`: 0, or 1 behind a byte order mark. */
  start: number;
  /** After the closing line and its line ending. */
  end: number;
  /** The YAML between the two marker lines, with its last line ending. */
  contentStart: number;
  contentEnd: number;
}

/** Units a byte order mark takes at the start of `body`: 0 or 1. */
export function bomLength(body: string): number {
  return body.charCodeAt(0) === BOM ? 1 : 0;
}

/**
 * The front matter of a body: its first line is `---`, a later line `---` or `...` closes it, blanks may follow the
 * marks. Null when there is none or it is never closed. The YAML itself is not looked at.
 */
export function frontMatter(body: string): FrontMatter | null {
  const start = bomLength(body);
  if (!body.startsWith('---', start)) return null;
  const opened = body.indexOf('\n', start);
  if (opened === -1 || !isMarker(body, start, opened, '---')) return null;
  const contentStart = opened + 1;
  for (let at = contentStart; at < body.length; ) {
    const feed = body.indexOf('\n', at);
    const lineEnd = feed === -1 ? body.length : feed;
    if (isMarker(body, at, lineEnd, '---') || isMarker(body, at, lineEnd, '...')) {
      return { start, end: Math.min(lineEnd + 1, body.length), contentStart, contentEnd: at };
    }
    at = lineEnd + 1;
  }
  return null;
}

function isMarker(body: string, from: number, lineEnd: number, marker: string): boolean {
  if (!body.startsWith(marker, from)) return false;
  const to = body.charCodeAt(lineEnd - 1) === CR ? lineEnd - 1 : lineEnd;
  return skipBlanks(body, from + marker.length, to) >= to;
}
