import { splitAnchor } from '../target.js';
import { angleAddressAt } from './angle-autolink.js';
import { type BareAddress, mailAddressAt, webAddressAt, wwwAddressAt } from './bare-autolink.js';
import { CodeSpans } from './code-spans.js';
import type { Definitions } from './definitions.js';
import { inlineDestinationAt, isPunctuation, labelClose } from './destination.js';
import type { FoundLink, InlineLink } from './inline-link.js';
import { toInlineLink } from './link.js';
import { RawHtml } from './raw-html.js';
import { unescapeMarkdown } from './unescape.js';
import { findWikilinkAt } from './wikilink.js';

/** Characters at which a construct may begin or end: `:`, `@` and `w` for addresses without marks. */
const MARKS = new Uint8Array(128);
for (const mark of '\\`<![]:@wW') MARKS[mark.charCodeAt(0)] = 1;

/** Largest number of open brackets. Beyond it no bracket is closed, and all are text. */
const MAX_OPEN_BRACKETS = 10_000;

/** Open `[` or `![`. */
interface Bracket {
  at: number;
  image: boolean;
  /** Start of the link text. */
  from: number;
  /** Number of links found before it. */
  found: number;
  /** True when another bracket is in the text, which then cannot be a label. */
  nested: boolean;
}

type Destination = Pick<FoundLink, 'target' | 'anchor' | 'targetStart' | 'targetEnd' | 'definition'> & { next: number };

/**
 * Calls `emit` for every link of one paragraph, heading or table row, in order of start. Wikilinks take precedence over
 * all other brackets, unless an address in parentheses follows. The rest is CommonMark 0.31.2 with the autolinks of
 * GitHub Flavored Markdown. Code spans, raw HTML and descriptions of images hold no links. Takes time linear in the
 * text; stops after `limit` links.
 */
export function scanInline(
  text: string,
  definitions: Definitions,
  emit: (link: InlineLink) => void,
  limit = Number.POSITIVE_INFINITY,
): void {
  for (const found of new InlineScanner(text, definitions).run(limit)) emit(toInlineLink(text, found));
}

/** Finds the links of one text. Writes every object out field by field: spread syntax takes ten times as long. */
class InlineScanner {
  readonly #text: string;
  readonly #definitions: Definitions;
  readonly #code: CodeSpans;
  readonly #html: RawHtml;
  readonly #found: FoundLink[] = [];
  readonly #brackets: Bracket[] = [];
  /** Depth below which open brackets already hold a link and can open images only. */
  #linked = 0;
  /** End of the last construct: an address does not start before it. */
  #floor = 0;

  constructor(text: string, definitions: Definitions) {
    this.#text = text;
    this.#definitions = definitions;
    this.#code = new CodeSpans(text);
    this.#html = new RawHtml(text);
  }

  run(limit: number): readonly FoundLink[] {
    const text = this.#text;
    for (let at = 0; at < text.length && this.#found.length < limit; ) {
      const unit = text.charCodeAt(at);
      at = unit < 128 && MARKS[unit] === 1 ? this.#mark(at) : at + 1;
    }
    return this.#found;
  }

  /** Reads the mark at `at`; returns the offset to continue from. */
  #mark(at: number): number {
    const mark = this.#text.charAt(at);
    if (mark === ':' || mark === '@' || mark === 'w' || mark === 'W') return this.#bareAddress(mark, at);
    this.#floor = this.#construct(mark, at);
    return this.#floor;
  }

  #construct(mark: string, at: number): number {
    switch (mark) {
      case '\\':
        return isPunctuation(this.#text.charCodeAt(at + 1)) ? at + 2 : at + 1;
      case '`':
        return this.#code.end(at);
      case '<':
        return this.#angle(at);
      case ']':
        return this.#close(at);
      case '!':
        return this.#text[at + 1] === '[' ? this.#open(at, at + 1) : at + 1;
      default:
        return this.#open(at, at);
    }
  }

  #bareAddress(mark: string, at: number): number {
    const address = this.#bareAddressAt(mark, at);
    if (address === null) return at + 1;
    const { start, end, url } = address;
    this.#autolink(start, end, url, start, end);
    this.#floor = end;
    return end;
  }

  #bareAddressAt(mark: string, at: number): BareAddress | null {
    if (mark === '@') return mailAddressAt(this.#text, at, this.#floor);
    const bracketed = this.#brackets.length > 0;
    if (mark === ':') return webAddressAt(this.#text, at, this.#floor, bracketed);
    return wwwAddressAt(this.#text, at, bracketed);
  }

  #angle(at: number): number {
    const address = angleAddressAt(this.#text, at);
    if (address === null) return Math.max(this.#html.end(at), at + 1);
    this.#autolink(at, address.next, address.url, at + 1, address.next - 1);
    return address.next;
  }

  #autolink(start: number, end: number, url: string, from: number, to: number): void {
    const { target, anchor } = splitAnchor(url);
    this.#found.push({
      kind: 'autolink',
      start,
      end,
      target,
      anchor,
      targetStart: from,
      targetEnd: to,
      definition: null,
      shownStart: from,
      shownEnd: to,
    });
  }

  /** Reads the `[` at `open`, which the `!` of an image may precede. */
  #open(at: number, open: number): number {
    const outer = this.#brackets.at(-1);
    if (outer !== undefined) outer.nested = true;
    const image = open > at;
    const wikilink = this.#text[open + 1] === '[' ? findWikilinkAt(this.#text, open, image) : null;
    if (wikilink === null) {
      if (this.#brackets.length === MAX_OPEN_BRACKETS) this.#forgetBrackets();
      this.#brackets.push({ at, image, from: open + 1, found: this.#found.length, nested: false });
      return open + 1;
    }
    this.#found.push(wikilink);
    if (!image) this.#linked = this.#brackets.length;
    return wikilink.end;
  }

  #forgetBrackets(): void {
    this.#brackets.length = 0;
    this.#linked = 0;
  }

  #close(at: number): number {
    const bracket = this.#brackets.pop();
    if (bracket === undefined) return at + 1;
    const depth = this.#brackets.length;
    const closed = !bracket.image && depth < this.#linked;
    this.#linked = Math.min(this.#linked, depth);
    const destination = closed ? null : (this.#inlineDestination(at + 1) ?? this.#reference(bracket, at));
    if (destination === null) return at + 1;
    this.#add(bracket, at, destination);
    if (!bracket.image) this.#linked = depth;
    return destination.next;
  }

  /** Adds a link. A link comes before the images in its text; an image replaces all links in its description. */
  #add({ at, image, from, found }: Bracket, close: number, destination: Destination): void {
    const inner = this.#found.length > found ? this.#found.splice(found) : [];
    const { target, anchor, targetStart, targetEnd, definition, next } = destination;
    this.#found.push({
      kind: image ? 'image' : 'link',
      start: at,
      end: next,
      target,
      anchor,
      targetStart,
      targetEnd,
      definition,
      shownStart: from,
      shownEnd: close,
    });
    if (image) return;
    for (const link of inner) if (!isBareAddress(link)) this.#found.push(link);
  }

  /** Parses `(destination "title")` at `at`. */
  #inlineDestination(at: number): Destination | null {
    const written = inlineDestinationAt(this.#text, at);
    if (written === null) return null;
    const { start: targetStart, end: targetEnd, next } = written;
    const { target, anchor } = splitAnchor(unescapeMarkdown(this.#text.slice(targetStart, targetEnd)));
    return { target, anchor, targetStart, targetEnd, definition: null, next };
  }

  /** Parses `[text][label]`, `[label][]` or `[label]`, whose first `]` is at `close`. */
  #reference({ from, nested }: Bracket, close: number): Destination | null {
    const second = this.#text[close + 1] === '[' ? labelClose(this.#text, close + 1) : -1;
    if (second > close + 2) return this.#findDefinition(close + 2, second, second + 1);
    return nested ? null : this.#findDefinition(from, close, second === -1 ? close + 1 : second + 1);
  }

  #findDefinition(targetStart: number, targetEnd: number, next: number): Destination | null {
    const definition = this.#definitions.get(this.#text.slice(targetStart, targetEnd));
    if (definition === undefined) return null;
    const { target, anchor } = splitAnchor(definition.destination);
    return { target, anchor, targetStart, targetEnd, definition, next };
  }
}

/** Returns true for an address without marks, which is plain text within a link's text. */
function isBareAddress(link: FoundLink): boolean {
  return link.kind === 'autolink' && link.start === link.targetStart;
}
