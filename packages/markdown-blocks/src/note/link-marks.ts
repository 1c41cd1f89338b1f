/** Marks at which a link can begin, or by which it is recognised. */
const MARK = /[[<@]|:\/\/|www\./gi;

/**
 * Finds the pieces of a body that can hold a link, so that the others are not scanned. Pieces are queried in ascending
 * order.
 */
export class LinkMarks {
  readonly #body: string;
  #next = -1;

  constructor(body: string) {
    this.#body = body;
  }

  isIn(start: number, end: number): boolean {
    if (this.#next < start) {
      MARK.lastIndex = start;
      this.#next = MARK.exec(this.#body)?.index ?? this.#body.length;
    }
    return this.#next < end;
  }
}
