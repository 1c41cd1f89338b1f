import { CR, isBlank, TAB } from '../units.js';

const TAB_STOP = 4;

/**
 * Current line with a read position. Containers consume marks from its front, measured in columns, with tab stops at
 * every fourth column. A tab may be consumed in part; `at` then stays on it.
 */
export class Line {
  readonly body: string;
  start = 0;
  /** Offset behind the last unit, before the line ending. */
  end = 0;
  /** Start of the next line. */
  next: number;
  /** Offset of the first unit not consumed. */
  at = 0;
  /** Column of the first unit not consumed, from 0. */
  column = 0;
  /** Offset of the first unconsumed unit that is neither space nor tab, or `end`. */
  text = 0;
  #textColumn = 0;

  constructor(body: string, from: number) {
    this.body = body;
    this.next = from;
  }

  /** Advances to the next line. */
  read(): void {
    this.start = this.next;
    const feed = this.body.indexOf('\n', this.start);
    if (feed === -1) {
      this.end = this.body.length;
      this.next = this.end;
    } else {
      this.end = feed > this.start && this.body.charCodeAt(feed - 1) === CR ? feed - 1 : feed;
      this.next = feed + 1;
    }
    this.at = this.start;
    this.column = 0;
    this.#skipBlanks();
  }

  /** Columns of white space before the text. */
  get indent(): number {
    return this.#textColumn - this.column;
  }

  get isBlank(): boolean {
    return this.text >= this.end;
  }

  /** First unit of the text; NaN behind the last line. */
  get unit(): number {
    return this.body.charCodeAt(this.text);
  }

  /** Consumes white space of up to `columns` columns. */
  takeColumns(columns: number): void {
    const to = Math.min(this.column + columns, this.#textColumn);
    while (this.column < to) {
      const width = this.body.charCodeAt(this.at) === TAB ? TAB_STOP - (this.column % TAB_STOP) : 1;
      if (this.column + width > to) {
        this.column = to;
        return;
      }
      this.column += width;
      this.at++;
    }
  }

  /** Consumes the white space and `units` units of text behind it. */
  takeText(units: number): void {
    this.at = this.text + units;
    this.column = this.#textColumn + units;
    this.#skipBlanks();
  }

  #skipBlanks(): void {
    const { body, end } = this;
    let { at, column } = this;
    for (; at < end; at++) {
      const unit = body.charCodeAt(at);
      if (!isBlank(unit)) break;
      column += unit === TAB ? TAB_STOP - (column % TAB_STOP) : 1;
    }
    this.text = at;
    this.#textColumn = column;
  }
}
