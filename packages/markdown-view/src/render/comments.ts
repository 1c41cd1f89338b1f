import { parserOf } from '../syntax/parser.js';

/** Where what is written is meant as it stands. */
const VERBATIM = /^(?:FencedCode|CodeBlock|InlineCode|MathBlock|Math|Escape)$/;
const OPENS = /%%|<!--/g;
/** Marks that the lines of a list or a quote begin with. */
const LINE_MARKS = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/;
const INDENT = /^[ \t>]*/;
/** Readings of a text in which code and comments overlap; what is left behind them is left out. */
const MOST_READINGS = 32;
/** Stands for a comment of HTML, which may end a list or a paragraph. */
const EMPTY = '<!---->';

/**
 * Markdown without what is meant for its writer alone: `<!-- … -->` and `%% … %%`, within a line or over many, outside
 * code and formulas. One that is not closed goes on to the end. Lines stay where they are.
 */
export function withoutComments(text: string): string {
  let rest = text;
  for (let readings = 0; readings < MOST_READINGS; readings += 1) {
    const shown = readOnce(rest);
    if (shown === rest) return rest;
    rest = shown;
  }
  return rest.slice(0, new Comments(rest).next(0)?.from);
}

/** Takes comments out, up to one that code begins in and ends behind: what follows it reads otherwise without it. */
function readOnce(text: string): string {
  const comments = new Comments(text);
  let shown = '';
  let at = 0;
  for (let found = comments.next(0); found !== undefined; found = comments.next(at)) {
    shown += text.slice(at, found.from) + standIn(text, found);
    at = found.to;
    if (comments.isWithinCode(at)) break;
  }
  return shown + text.slice(at);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The comments of a text, asked for from its start to its end. */
class Comments {
  readonly #text: string;
  readonly #verbatim: readonly Range[];
  #passed = 0;

  constructor(text: string) {
    this.#text = text;
    this.#verbatim = text.search(OPENS) === -1 ? [] : verbatimIn(text);
  }

  /** The first that begins at `at` or behind it. */
  next(at: number): Range | undefined {
    OPENS.lastIndex = at;
    for (let opened = OPENS.exec(this.#text); opened !== null; opened = OPENS.exec(this.#text)) {
      const { 0: mark, index: from } = opened;
      const code = this.#codeAt(from);
      if (code !== undefined) OPENS.lastIndex = code.to;
      else if (!this.#text.startsWith(EMPTY, from)) return { from, to: this.#endOf(mark, from) };
    }
    return undefined;
  }

  /** Whether code began before `at` and goes on there. */
  isWithinCode(at: number): boolean {
    return (this.#codeAt(at)?.from ?? at) < at;
  }

  /** What ends behind `at`, if it begins there or before. */
  #codeAt(at: number): Range | undefined {
    while ((this.#verbatim[this.#passed]?.to ?? at + 1) <= at) this.#passed += 1;
    const code = this.#verbatim[this.#passed];
    return code !== undefined && code.from <= at ? code : undefined;
  }

  #endOf(mark: string, from: number): number {
    // `<!-->` is closed.
    const close = mark === '%%' ? this.#text.indexOf('%%', from + 2) : this.#text.indexOf('-->', from + 2);
    return close === -1 ? this.#text.length : close + (mark === '%%' ? 2 : 3);
  }
}

function verbatimIn(text: string): Range[] {
  const found: Range[] = [];
  const cursor = parserOf(text).parse(text).cursor();
  do if (VERBATIM.test(cursor.name)) found.push({ from: cursor.from, to: cursor.to });
  while (cursor.next());
  return found;
}

/** What is left of a comment: its line ends, with the marks of the quote or list it is in. */
function standIn(text: string, { from, to }: Range): string {
  const before = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
  const width = LINE_MARKS.exec(before)?.[0].length ?? 0;
  const [, ...lines] = text.slice(from, to).split('\n');
  const kept = lines.map((line) => `\n${INDENT.exec(line)?.[0].slice(0, width) ?? ''}`).join('');
  return text.startsWith('<', from) ? EMPTY + kept : kept;
}
