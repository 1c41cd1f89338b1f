import { decodeEntities } from './inline/unescape.js';
import { EmphasisMarks } from './plain-emphasis.js';
import { LinkMarks } from './plain-links.js';

const SPECIAL = /[\\`<![\]*_~=]/g;
const ESCAPABLE = /[!-/:-@[-`{-~]/;
const AUTOLINK = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>/y;
const TAG = /<(?:\/?([A-Za-z][A-Za-z0-9-]*)(?:[\s/][^<>]*)?|[?!][^<>]*)>/y;
const OPEN_TAG = /<\/?[A-Za-z][^<>]*$/y;
/** Elements allowed inside a word or sentence; any other is a gap in the text. */
const INLINE_TAG =
  /^(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)$/i;

/**
 * Returns the text of one block's inline Markdown; `openEnded` is true when the block may continue beyond the text. One
 * pass.
 */
export function plainInline(text: string, openEnded: boolean): string {
  return new InlineStripper(text, openEnded).run();
}

class InlineStripper {
  readonly #text: string;
  readonly #openEnded: boolean;
  /** Pieces of the result; the mark of an opener is blanked here when its partner is found. */
  readonly #out: string[] = [];
  readonly #emphasis: EmphasisMarks;
  readonly #links: LinkMarks;
  /** Lengths of backtick runs that no later run closes, and true once no later `-->` exists. */
  readonly #unclosed = new Set<number>();
  #noComment = false;

  constructor(text: string, openEnded: boolean) {
    this.#text = text;
    this.#openEnded = openEnded;
    this.#emphasis = new EmphasisMarks(text, this.#out);
    this.#links = new LinkMarks(text, this.#out, openEnded);
  }

  run(): string {
    let at = 0;
    while (at < this.#text.length) {
      SPECIAL.lastIndex = at;
      const next = SPECIAL.exec(this.#text)?.index ?? this.#text.length;
      if (next > at) this.#out.push(decodeEntities(this.#text.slice(at, next)));
      at = next < this.#text.length ? this.#mark(next) : next;
    }
    return this.#out.join('');
  }

  /** Handles the mark at `at`; returns the offset to continue from. */
  #mark(at: number): number {
    switch (this.#text[at]) {
      case '\\':
        return this.#escape(at);
      case '`':
        return this.#code(at);
      case '<':
        return this.#angle(at);
      case '*':
      case '_':
      case '~':
      case '=':
        return this.#emphasis.run(at);
      default:
        return this.#links.bracket(at);
    }
  }

  #escape(at: number): number {
    const next = this.#text.charAt(at + 1);
    if (next === '\n') return at + 1;
    if (!ESCAPABLE.test(next)) return this.#keep(at, at + 1);
    this.#out.push(next);
    return at + 2;
  }

  #code(at: number): number {
    const ticks = /`+/g;
    ticks.lastIndex = at;
    const opened = ticks.exec(this.#text)![0].length;
    const from = at + opened;
    if (this.#unclosed.has(opened)) return this.#keep(at, from);
    for (let run = ticks.exec(this.#text); run !== null; run = ticks.exec(this.#text)) {
      if (run[0].length !== opened) continue;
      this.#out.push(this.#text.slice(from, run.index));
      return run.index + opened;
    }
    this.#unclosed.add(opened);
    return this.#keep(at, from);
  }

  #angle(at: number): number {
    if (this.#text.startsWith('<!--', at) && !this.#noComment) {
      const end = this.#text.indexOf('-->', at + 4);
      if (end !== -1) return end + 3;
      this.#noComment = true;
    }
    AUTOLINK.lastIndex = at;
    const address = AUTOLINK.exec(this.#text);
    if (address !== null) {
      this.#out.push(address[1]!);
      return AUTOLINK.lastIndex;
    }
    TAG.lastIndex = at;
    const tag = TAG.exec(this.#text);
    if (tag !== null) {
      if (tag[1] !== undefined && !INLINE_TAG.test(tag[1])) this.#out.push(' ');
      return TAG.lastIndex;
    }
    OPEN_TAG.lastIndex = at;
    if (this.#openEnded && OPEN_TAG.test(this.#text)) return this.#text.length;
    return this.#keep(at, at + 1);
  }

  #keep(from: number, to: number): number {
    this.#out.push(this.#text.slice(from, to));
    return to;
  }
}
