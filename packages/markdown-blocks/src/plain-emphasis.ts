/** Resolves runs of `*`, `_`, `~~` and `==`: a run that can close blanks the nearest one of its kind that can open. */

const SPACE = /\s/;
const isWord = (char: string): boolean => /[\p{L}\p{N}]/u.test(char);

interface OpenRun {
  /** Index of the run's piece in the result. */
  piece: number;
  left: number;
}

export class EmphasisMarks {
  readonly #text: string;
  readonly #out: string[];
  readonly #open: Record<string, OpenRun[]> = { '*': [], _: [], '~': [], '=': [] };

  constructor(text: string, out: string[]) {
    this.#text = text;
    this.#out = out;
  }

  /** Reads the run at `at` into the result; returns the offset behind it. */
  run(at: number): number {
    const mark = this.#text.charAt(at);
    let end = at + 1;
    while (this.#text.charAt(end) === mark) end++;
    const { opens, closes } = this.#flanks(mark, at, end);
    let left = end - at;
    if ((mark === '~' || mark === '=') && left !== 2) {
      this.#out.push(mark.repeat(left));
      return end;
    }
    const open = this.#open[mark]!;
    while (closes && left > 0 && open.length > 0) {
      const run = open.at(-1)!;
      const matched = Math.min(left, run.left);
      left -= matched;
      run.left -= matched;
      this.#out[run.piece] = mark.repeat(run.left);
      if (run.left === 0) open.pop();
    }
    if (left > 0) {
      if (opens) open.push({ piece: this.#out.length, left });
      this.#out.push(mark.repeat(left));
    }
    return end;
  }

  #flanks(mark: string, at: number, end: number): { opens: boolean; closes: boolean } {
    const before = this.#text.charAt(at - 1) || ' ';
    const after = this.#text.charAt(end) || ' ';
    // An underscore inside a word is a letter of it: snake_case.
    const inWord = mark === '_' && isWord(before) && isWord(after);
    return { opens: !inWord && !SPACE.test(after), closes: !inWord && !SPACE.test(before) };
  }
}
