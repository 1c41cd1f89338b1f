import { HtmlError } from './tree.js';

/** Prefixes of the lines in a list item or a quotation. */
interface Container {
  readonly first: string;
  readonly rest: string;
  started: boolean;
  /** Marker of a list that has just ended. An adjacent list needs another marker. */
  endedList: string | undefined;
}

/** Writes blocks of Markdown with the prefixes of their containers, up to a maximum length. */
export class Writer {
  readonly #lines: string[] = [];
  readonly #open: Container[] = [{ first: '', rest: '', started: true, endedList: undefined }];
  readonly #maxLength: number;
  #length = 0;
  /** True when the next block follows without a blank line. */
  #tight = true;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  /** True when nothing has been written in the innermost container. */
  get isAtStart(): boolean {
    return !this.#last.started;
  }

  /** True when a list here follows directly after the text of an item. */
  get isInItem(): boolean {
    return this.#open.length > 1 && !this.isAtStart && !this.#last.first.startsWith('>');
  }

  get endedList(): string | undefined {
    return this.#last.endedList;
  }

  get #last(): Container {
    return this.#open.at(-1) as Container;
  }

  /** Omits the blank line before the next block. */
  tighten(): void {
    this.#tight = true;
  }

  /** Puts a blank line before the next block. */
  loosen(): void {
    this.#tight = this.isEmpty;
  }

  /**
   * Writes a block of at least one line.
   *
   * @throws HtmlError `too_large` beyond the maximum length
   */
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

  /** Runs `write` within a container, which is written even when it stays empty. */
  within(first: string, rest: string, write: () => void): void {
    this.#open.push({ first, rest, started: false, endedList: undefined });
    write();
    if (this.isAtStart) this.block(['']);
    this.#open.pop();
  }

  endList(marker: string): void {
    this.#last.endedList = marker;
  }

  /** Written text with a final line break; empty when nothing was written. */
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
