/** What a link can begin at, or be recognised by. */
const MARK = /[[<@]|:\/\/|www\./gi;

/** Tells which pieces of a body can hold a link, so that the others are not read again. Pieces in ascending order. */
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
