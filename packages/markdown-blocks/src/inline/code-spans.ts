/** Code spans of one text. The runs of backticks are indexed once, so an unmatched run costs nothing more. */
export class CodeSpans {
  readonly #text: string;
  /** Start of the last run of each length; computed at the first backtick. */
  #lastRuns: Map<number, number> | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Returns the offset behind the code span that the run of backticks at `at` opens, or behind the run when it opens
   * none.
   */
  end(at: number): number {
    this.#lastRuns ??= lastRuns(this.#text);
    const runs = /`+/g;
    runs.lastIndex = at;
    const opened = runs.exec(this.#text)![0].length;
    const from = at + opened;
    if ((this.#lastRuns.get(opened) ?? -1) < from) return from;
    for (let run = runs.exec(this.#text); run !== null; run = runs.exec(this.#text)) {
      if (run[0].length === opened) return run.index + opened;
    }
    return from;
  }
}

function lastRuns(text: string): Map<number, number> {
  const last = new Map<number, number>();
  for (const run of text.matchAll(/`+/g)) last.set(run[0].length, run.index);
  return last;
}
