import { skipBlanks } from './blanks.js';
import { BOM, CR, LF } from './units.js';

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

const HASH = 0x23;
/** Keys of YAML mappings on one line, as YAML bounds them: 1,024 units, blanks behind a plain one included. */
const QUOTED_KEY = /"(?:[^"\\\n]|\\[^\n]){0,1024}"|'(?:[^'\n]|''){0,1024}'/;
const PLAIN_KEY = /(?:[-?:](?=\S)|[^\s\-?:,[\]{}#&*!|>'"%@`])(?:[^:#\n]|:(?=\S)|(?<=\S)#){0,1023}/;
const MAPPING = new RegExp(` *(?:\\{|(?:(?:${QUOTED_KEY.source})[ \\t]*|${PLAIN_KEY.source}):(?=\\s|$))`, 'y');

/**
 * The front matter of a body: its first line is `---`, a later line `---` or `...` closes it, blanks may follow the
 * marks, and what stands between begins as a YAML mapping does, behind blank lines and comments; otherwise the `---` is
 * a thematic break. Null when there is none or it is never closed. No more of the YAML is looked at.
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

/** The start of the first line from `from` on that is neither blank nor a comment. */
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
