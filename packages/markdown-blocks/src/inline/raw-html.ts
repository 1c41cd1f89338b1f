/** Grammar: CommonMark 0.31.2, section 6.6. No pattern here reads past a `<` outside quotes. */
const OPEN_TAG_NAME = /<[A-Za-z][A-Za-z0-9-]*/y;
const ATTRIBUTE = /[ \t\r\n]+[A-Za-z_:][\w.:-]*(?:[ \t\r\n]*=[ \t\r\n]*(?:[^ \t\r\n"'=<>`]+|'[^']*'|"[^"]*"))?/y;
const OPEN_TAG_END = /[ \t\r\n]*\/?>/y;
const CLOSING_TAG = /<\/[A-Za-z][A-Za-z0-9-]*[ \t\r\n]*>/y;
const EMPTY_COMMENT = /<!--?-?>/y;
/** Opening and closing marks of the constructs with arbitrary content. */
const SECTIONS = [
  [/<!--/y, '-->'],
  [/<\?/y, '?>'],
  [/<!\[CDATA\[/y, ']]>'],
  [/<![A-Za-z]/y, '>'],
] as const;

/** Raw HTML of one text: tags, comments, processing instructions, declarations, CDATA sections. */
export class RawHtml {
  readonly #text: string;
  /** Closing marks known to be absent from the rest of the text. */
  readonly #absent = new Set<string>();
  /**
   * Offsets between attributes from which a tag was already read without success; another tag that reaches one fails
   * too.
   */
  readonly #tried = new Set<number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the offset behind the raw HTML whose `<` is at `at`, or -1. */
  end(at: number): number {
    switch (this.#text[at + 1]) {
      case '/':
        return this.#match(CLOSING_TAG, at);
      case '!':
      case '?':
        return this.#sectionEnd(at);
      default:
        return this.#openTagEnd(at);
    }
  }

  #openTagEnd(at: number): number {
    let from = this.#match(OPEN_TAG_NAME, at);
    while (from !== -1 && !this.#tried.has(from)) {
      const end = this.#match(OPEN_TAG_END, from);
      if (end !== -1) return end;
      this.#tried.add(from);
      from = this.#match(ATTRIBUTE, from);
    }
    return -1;
  }

  #sectionEnd(at: number): number {
    const empty = this.#match(EMPTY_COMMENT, at);
    if (empty !== -1) return empty;
    for (const [opening, closing] of SECTIONS) {
      const from = this.#match(opening, at);
      if (from !== -1) return this.#findClosing(closing, from);
    }
    return -1;
  }

  #findClosing(closing: string, from: number): number {
    if (this.#absent.has(closing)) return -1;
    const found = this.#text.indexOf(closing, from);
    if (found !== -1) return found + closing.length;
    this.#absent.add(closing);
    return -1;
  }

  #match(pattern: RegExp, at: number): number {
    pattern.lastIndex = at;
    return pattern.test(this.#text) ? pattern.lastIndex : -1;
  }
}
