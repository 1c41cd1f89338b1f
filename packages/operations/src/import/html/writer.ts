import { HtmlError } from './tree.js';

/** What lines stand in: an item of a list, a quotation. */
interface Container {
  readonly first: string;
  readonly rest: string;
  started: boolean;
  /** The marker of a list that has just ended in it; a list behind it needs another. */
  endedList: string | undefined;
}

/** Writes blocks of Markdown, each line behind what it stands in, up to a length. */
export class Writer {
  readonly #lines: string[] = [];
  readonly #open: Container[] = [{ first: '', rest: '', started: true, endedList: undefined }];
  readonly #maxLength: number;
  #length = 0;
  /** Whether the next block follows with no blank line. */
  #tight = true;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  /** Whether nothing was written yet in the innermost container. */
  get isAtStart(): boolean {
    return !this.#last.started;
  }

  /** Whether a list here stands right below the text of an item. */
  get isInItem(): boolean {
    return this.#open.length > 1 && !this.isAtStart && !this.#last.first.startsWith('>');
  }

  get endedList(): string | undefined {
    return this.#last.endedList;
  }

  get #last(): Container {
    return this.#open.at(-1) as Container;
  }

  /** The next block follows with no blank line between. */
  tighten(): void {
    this.#tight = true;
  }

  /** The next block has a blank line before it. */
  loosen(): void {
    this.#tight = this.isEmpty;
  }

  /** A block of at least one line. */
  block(lines: readonly string[]): void {
    if (!this.#tight)
      this.#push(
        this.#prefix((container) => (container.started ? container.rest : '')),
        '',
      );
    for (const line of lines) {
      const prefix = this.#prefix((container) => (container.started ? container.rest : container.first));
      for (const container of this.#open) container.started = true;
      this.#push(prefix, line);
    }
    this.#tight = false;
    this.#last.endedList = undefined;
  }

  /** Everything `write` writes stands in a container, which is there even when nothing is written. */
  within(first: string, rest: string, write: () => void): void {
    this.#open.push({ first, rest, started: false, endedList: undefined });
    write();
    if (this.isAtStart) this.block(['']);
    this.#open.pop();
  }

  endList(marker: string): void {
    this.#last.endedList = marker;
  }

  /** Everything written, ended by a line break. */
  get text(): string {
    return this.#lines.length === 0 ? '' : `${this.#lines.join('\n')}\n`;
  }

  #prefix(of: (container: Container) => string): string {
    return this.#open.map(of).join('');
  }

  #push(prefix: string, text: string): void {
    const line = text === '' ? prefix.trimEnd() : prefix + text;
    this.#length += line.length + 1;
    if (this.#length > this.#maxLength) throw new HtmlError('too_large');
    this.#lines.push(line);
  }
}
