import { skipBlanks } from './blanks.js';
import { BOM, CR, LF } from './units.js';

/** UTF-16 offsets of a YAML front matter block. */
export interface FrontMatter {
  /** Offset of the opening `---`: 0, or 1 behind a byte order mark. */
  start: number;
  /** Offset after the closing line and its line ending. */
  end: number;
  /** Start of the YAML between the two marker lines. The YAML includes its last line ending. */
  contentStart: number;
  contentEnd: number;
}

/** Returns the length of a byte order mark at the start of `body`: 0 or 1. */
export function bomLength(body: string): number {
  return body.charCodeAt(0) === BOM ? 1 : 0;
}

const HASH = 0x23;
/**
 * Matches keys of YAML mappings on one line, within YAML's bound of 1,024 units, blanks behind a plain key included.
 */
const QUOTED_KEY = /"(?:[^"\\\n]|\\[^\n]){0,1024}"|'(?:[^'\n]|''){0,1024}'/;
const PLAIN_KEY = /(?:[-?:](?=\S)|[^\s\-?:,[\]{}#&*!|>'"%@`])(?:[^:#\n]|:(?=\S)|(?<=\S)#){0,1023}/;
const MAPPING = new RegExp(` *(?:\\{|(?:(?:${QUOTED_KEY.source})[ \\t]*|${PLAIN_KEY.source}):(?=\\s|$))`, 'y');

/**
 * Finds the front matter of a body. Its first line is `---`, a later line `---` or `...` closes it, and blanks may
 * follow the marks. Its content, behind blank lines and comments, has to begin as a YAML mapping does; otherwise the
 * `---` is a thematic break. Returns null where there is none or it is never closed. The rest of the YAML is not
 * checked.
 */
export function frontMatter(body: string): FrontMatter | null {
  const start = bomLength(body);
  if (!body.startsWith('---', start)) return null;
  const opened = body.indexOf('\n', start);
  if (opened === -1 || !isMarker(body, start, opened, '---')) return null;
  const contentStart = opened + 1;
  const first = firstContent(body, contentStart);
  MAPPING.lastIndex = first;
  if (!MAPPING.test(body)) return null;
  for (let at = first; at < body.length; ) {
    const feed = body.indexOf('\n', at);
    const lineEnd = feed === -1 ? body.length : feed;
    if (isMarker(body, at, lineEnd, '---') || isMarker(body, at, lineEnd, '...')) {
      return { start, end: Math.min(lineEnd + 1, body.length), contentStart, contentEnd: at };
    }
    at = lineEnd + 1;
  }
  return null;
}

/** Returns the start of the first line from `from` on that is neither blank nor a comment. */
function firstContent(body: string, from: number): number {
  for (let at = from; at < body.length; ) {
    const text = skipBlanks(body, at, body.length);
    const unit = body.charCodeAt(text);
    if (unit !== HASH && unit !== CR && unit !== LF) return at;
    const feed = body.indexOf('\n', text);
    at = feed === -1 ? body.length : feed + 1;
  }
  return body.length;
}

function isMarker(body: string, from: number, lineEnd: number, marker: string): boolean {
  if (!body.startsWith(marker, from)) return false;
  const to = body.charCodeAt(lineEnd - 1) === CR ? lineEnd - 1 : lineEnd;
  return skipBlanks(body, from + marker.length, to) >= to;
}
