import { collapse } from './blanks.js';
import { plainInline } from './plain-inline.js';

/*
 * Simplified reading of Markdown for excerpts only: it drops marks and does not predict a renderer's output. Every
 * pattern is anchored or sticky and has one way to match, so a line is read in linear time.
 */

const CONTAINER = /[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))/y;
const TASK = /[ \t]+\[[ xX]\](?=[ \t]|$)/y;
const QUOTE_MARKS = /^[ \t]*(?:>[ \t]?)+/;
const FENCE = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;
const HEADING = /^#{1,6}(?=[ \t]|$)/;
const CALLOUT = /^\[![A-Za-z-]+\][-+]?/;
const FOOTNOTE = /^\[\^[^\s\][]+\]:/;
const DEFINITION = /^\[[^\][]+\]:[ \t]*\S+(?:[ \t]+["'(].*)?$/;
/** Thematic breaks, underlines of headings, delimiter rows of tables. */
const MARKS_ONLY = /^[-=*_:| \t]*$/;

/**
 * Converts Markdown to text on one line and stops after more than `enough` units of text. `clipped` is true when the
 * source continues, so that a construct cut off at its end is not read as text.
 */
export function plainText(markdown: string, clipped: boolean, enough: number): string {
  const stripper = new BlockStripper();
  for (const line of markdown.split('\n')) {
    stripper.line(line);
    if (stripper.length > enough) break;
  }
  return stripper.end(clipped);
}

class BlockStripper {
  /** Units of text so far. */
  length = 0;
  readonly #out: string[] = [];
  #paragraph: string[] = [];
  #table = false;
  /** Fence of the open code block, or ''. */
  #fence = '';
  #fenceQuoted = false;
  #comment = false;

  line(raw: string): void {
    if (this.#fence !== '') this.#codeLine(raw);
    else if (this.#comment) this.#commentLine(raw);
    else this.#markdownLine(raw);
  }

  end(clipped: boolean): string {
    this.#flush(clipped);
    return this.#out.join(' ');
  }

  #markdownLine(raw: string): void {
    const { rest, quoted, item } = stripContainers(raw.trimEnd());
    if (rest === '' || item) this.#flush(false);
    const fence = FENCE.exec(rest);
    if (fence !== null) {
      this.#flush(false);
      this.#fence = fence[1] ?? fence[2]!;
      this.#fenceQuoted = quoted;
    } else if (rest.startsWith('<!--')) this.#commentLine(rest);
    else this.#textLine(rest);
  }

  #codeLine(raw: string): void {
    const line = this.#fenceQuoted ? raw.replace(QUOTE_MARKS, '') : raw;
    const marks = line.trim();
    const closes = marks.length >= this.#fence.length && marks === this.#fence.charAt(0).repeat(marks.length);
    if (closes) this.#fence = '';
    else this.#push(line);
  }

  #commentLine(line: string): void {
    const end = line.indexOf('-->');
    this.#comment = end === -1;
    if (end !== -1) this.#textLine(line.slice(end + 3).trim());
  }

  #textLine(line: string): void {
    if (MARKS_ONLY.test(line)) {
      this.#table ||= line.includes('|') && line.includes('-');
    } else if (HEADING.test(line)) {
      this.#flush(false);
      this.#paragraph.push(stripHeading(line));
      this.#flush(false);
    } else if (FOOTNOTE.test(line) || !DEFINITION.test(line)) {
      this.#paragraph.push(line.replace(FOOTNOTE, '').replace(CALLOUT, ''));
    }
  }

  #flush(openEnded: boolean): void {
    const lines = this.#paragraph.map((line) => (this.#table || line.startsWith('|') ? stripPipes(line) : line));
    if (lines.length > 0) this.#push(plainInline(lines.join('\n'), openEnded));
    this.#paragraph = [];
    this.#table = false;
  }

  #push(text: string): void {
    const line = collapse(text);
    if (line === '') return;
    this.length += line.length + (this.#out.length === 0 ? 0 : 1);
    this.#out.push(line);
  }
}

/** Strips the marks of quotes, list items and tasks from the start of a line. */
function stripContainers(line: string): { rest: string; quoted: boolean; item: boolean } {
  let at = 0;
  let quoted = false;
  let item = false;
  for (;;) {
    CONTAINER.lastIndex = at;
    const mark = CONTAINER.exec(line)?.[0];
    if (mark === undefined) break;
    at += mark.length;
    if (mark.endsWith('>')) {
      quoted = true;
      continue;
    }
    item = true;
    TASK.lastIndex = at;
    at += TASK.exec(line)?.[0].length ?? 0;
  }
  return { rest: line.slice(at).trimStart(), quoted, item };
}

function stripHeading(line: string): string {
  const text = line.replace(HEADING, '');
  let end = text.length;
  while (text.charAt(end - 1) === '#') end--;
  // A closing sequence follows a blank; the `#` of `C#` is text.
  return end === 0 || /\s/.test(text.charAt(end - 1)) ? text.slice(0, end) : text;
}

/** Strips the pipes between cells; an escaped pipe is text, in code too. */
function stripPipes(text: string): string {
  return text.replace(/\\?\|/g, (pipe) => (pipe === '|' ? ' ' : '|'));
}
