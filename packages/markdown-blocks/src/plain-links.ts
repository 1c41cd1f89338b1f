import { isBlank, isSpace, LF } from './units.js';

/** Links, images, wikilinks and footnote references: their text stays, brackets and targets go. */

const FOOTNOTE_REFERENCE = /\[\^[^\s\][]+\]/y;
const REFERENCE = /\[(?!\^)[^\][]*\]/y;
const ANGLE_TARGET = /<[^<>\n]*>/y;
/** As deep as parentheses nest in a target; a bound keeps a row of unclosed ones linear. */
const NESTING = 32;

export class LinkMarks {
  readonly #text: string;
  readonly #out: string[];
  readonly #openEnded: boolean;
  /** Where the brackets still open stand in the result. */
  readonly #open: number[] = [];
  /** The next `]]`, looked up once for all the `[[` before it. */
  #wikiEnd = -1;

  constructor(text: string, out: string[], openEnded: boolean) {
    this.#text = text;
    this.#out = out;
    this.#openEnded = openEnded;
  }

  /** Reads the `!`, `[` or `]` at `at`; answers the offset to read on from. */
  bracket(at: number): number {
    const text = this.#text;
    if (text[at] === ']') return this.#close(at);
    const from = text[at] === '!' ? at + 1 : at;
    if (text[from] !== '[') {
      this.#out.push('!');
      return from;
    }
    const wiki = text[from + 1] === '[' ? this.#wikilink(from + 2) : -1;
    if (wiki !== -1) return wiki;
    if (from === at) {
      FOOTNOTE_REFERENCE.lastIndex = at;
      if (FOOTNOTE_REFERENCE.test(text)) return FOOTNOTE_REFERENCE.lastIndex;
    }
    this.#open.push(this.#out.length);
    this.#out.push(text.slice(at, from + 1));
    return from + 1;
  }

  #wikilink(from: number): number {
    if (this.#wikiEnd < from) {
      const found = this.#text.indexOf(']]', from);
      this.#wikiEnd = found === -1 ? this.#text.length : found;
    }
    if (this.#wikiEnd === this.#text.length) return -1;
    const nested = this.#text.indexOf('[', from);
    if (nested !== -1 && nested < this.#wikiEnd) return -1;
    const target = this.#text.slice(from, this.#wikiEnd);
    this.#out.push(target.slice(target.lastIndexOf('|') + 1));
    return this.#wikiEnd + 2;
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

  /** The offset behind `(target "title")` or `[reference]` at `at`, or -1. */
  #targetEnd(at: number): number {
    if (this.#text[at] === '(') return this.#inlineTargetEnd(at + 1);
    REFERENCE.lastIndex = at;
    return REFERENCE.test(this.#text) ? REFERENCE.lastIndex : -1;
  }

  #inlineTargetEnd(from: number): number {
    const text = this.#text;
    let at = this.#addressEnd(this.#skipSpace(from));
    if (at === -1) return -1;
    at = this.#skipSpace(at);
    const quote = text.charAt(at);
    if (quote === '"' || quote === "'" || quote === '(') {
      const closed = text.indexOf(quote === '(' ? ')' : quote, at + 1);
      at = closed === -1 ? text.length : this.#skipSpace(closed + 1);
    }
    if (at >= text.length) return this.#openEnded ? text.length : -1;
    return text[at] === ')' ? at + 1 : -1;
  }

  #addressEnd(from: number): number {
    const text = this.#text;
    ANGLE_TARGET.lastIndex = from;
    if (ANGLE_TARGET.test(text)) return ANGLE_TARGET.lastIndex;
    let depth = 0;
    let at = from;
    for (; at < text.length && !isSpace(text.charCodeAt(at)); at++) {
      if (text[at] === '\\') at++;
      else if (text[at] === '(' && ++depth > NESTING) return -1;
      else if (text[at] === ')' && depth-- === 0) break;
    }
    return at;
  }

  #skipSpace(from: number): number {
    let at = from;
    while (isBlank(this.#text.charCodeAt(at)) || this.#text.charCodeAt(at) === LF) at++;
    return at;
  }
}
