import { skipSpace, titleEnd } from './inline/destination.js';
import { decodeEntities } from './inline/unescape.js';
import { wikilinkAt } from './inline/wikilink.js';
import { isSpace } from './units.js';

/** Strips links, images, wikilinks and footnote references: their text stays, brackets and targets go. */

const FOOTNOTE_REFERENCE = /\[\^[^\s\][]+\]/y;
const REFERENCE = /\[(?!\^)[^\][]*\]/y;
const TITLE_MARKS = '"\'(';
const ANGLE_TARGET = /<[^<>\n]*>/y;
/** Largest depth of nested parentheses in a target; the bound keeps a row of unclosed ones linear. */
const MAX_NESTING = 32;

export class LinkMarks {
  readonly #text: string;
  readonly #out: string[];
  readonly #openEnded: boolean;
  /** Indexes of open brackets in the result. */
  readonly #open: number[] = [];

  constructor(text: string, out: string[], openEnded: boolean) {
    this.#text = text;
    this.#out = out;
    this.#openEnded = openEnded;
  }

  /** Reads the `!`, `[` or `]` at `at`; returns the offset to continue from. */
  bracket(at: number): number {
    const text = this.#text;
    if (text[at] === ']') return this.#close(at);
    const from = text[at] === '!' ? at + 1 : at;
    if (text[from] !== '[') {
      this.#out.push('!');
      return from;
    }
    const wikilink = text[from + 1] === '[' ? wikilinkAt(text, from) : null;
    if (wikilink !== null) {
      this.#out.push(decodeEntities(text.slice(wikilink.shownStart, wikilink.shownEnd)));
      return wikilink.end;
    }
    if (from === at && text[at + 1] === '^') {
      FOOTNOTE_REFERENCE.lastIndex = at;
      if (FOOTNOTE_REFERENCE.test(text)) return FOOTNOTE_REFERENCE.lastIndex;
    }
    this.#open.push(this.#out.length);
    this.#out.push(text.slice(at, from + 1));
    return from + 1;
  }

  #close(at: number): number {
    const opener = this.#open.pop();
    const end = opener === undefined ? -1 : this.#targetEnd(at + 1);
    if (opener === undefined || end === -1) {
      this.#out.push(']');
      return at + 1;
    }
    this.#out[opener] = '';
    return end;
  }

  /** Returns the offset behind `(target "title")` or `[reference]` at `at`, or -1. */
  #targetEnd(at: number): number {
    if (this.#text[at] === '(') return this.#inlineTargetEnd(at + 1);
    REFERENCE.lastIndex = at;
    return REFERENCE.test(this.#text) ? REFERENCE.lastIndex : -1;
  }

  #inlineTargetEnd(from: number): number {
    const text = this.#text;
    let at = this.#addressEnd(skipSpace(text, from));
    if (at === -1) return -1;
    at = skipSpace(text, at);
    const title = titleEnd(text, at);
    if (title !== -1) at = skipSpace(text, title);
    else if (this.#openEnded && TITLE_MARKS.includes(text.charAt(at))) return text.length;
    if (at >= text.length) return this.#openEnded ? text.length : -1;
    return text[at] === ')' ? at + 1 : -1;
  }

  #addressEnd(from: number): number {
    const text = this.#text;
    ANGLE_TARGET.lastIndex = from;
    if (ANGLE_TARGET.test(text)) return ANGLE_TARGET.lastIndex;
    // No other destination begins with `<` (CommonMark 0.31.2, section 6.3). In a clipped text it may continue beyond
    // the end.
    if (text[from] === '<' && !this.#openEnded) return -1;
    let depth = 0;
    let at = from;
    for (; at < text.length && !isSpace(text.charCodeAt(at)); at++) {
      if (text[at] === '\\') at++;
      else if (text[at] === '(' && ++depth > MAX_NESTING) return -1;
      else if (text[at] === ')' && depth-- === 0) break;
    }
    return at;
  }
}
