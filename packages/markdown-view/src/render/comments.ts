import { createParser } from '../syntax/parser.js';

/** Nodes whose text is literal. */
const VERBATIM = /^(?:FencedCode|CodeBlock|InlineCode|MathBlock|Math|Escape)$/;
const OPENS = /%%|<!--/g;
/** Matches the marks that lines of a list or a quote begin with. */
const LINE_MARKS = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/;
const INDENT = /^[ \t>]*/;
/** Largest number of passes over a text in which code and comments overlap. */
const MAX_PASSES = 32;
/** Placeholder of an HTML comment, which may end a list or a paragraph. */
const EMPTY = '<!---->';

/**
 * Removes comments: `<!-- … -->` and `%% … %%`, within a line or over many, outside code and formulas. Line numbers stay
 * the same.
 *
 * @param unclosed makes an unclosed comment extend to the end, or remain as text; so does a comment that overlaps with
 * code more often than can be resolved
 */
export function withoutComments(text: string, unclosed: 'hidden' | 'shown' = 'hidden'): string {
  let rest = text;
  for (let readings = 0; readings < MAX_PASSES; readings += 1) {
    const shown = removeOnce(rest, unclosed);
    if (shown === rest) return rest;
    rest = shown;
  }
  return unclosed === 'shown' ? rest : rest.slice(0, new Comments(rest, unclosed).next(0)?.from);
}

/**
 * Removes comments up to one that overlaps with code. The text behind such a comment has to be parsed again without it.
 */
function removeOnce(text: string, unclosed: 'hidden' | 'shown'): string {
  const comments = new Comments(text, unclosed);
  let shown = '';
  let at = 0;
  for (let found = comments.next(0); found !== undefined; found = comments.next(at)) {
    shown += text.slice(at, found.from) + buildReplacement(text, found);
    at = found.to;
    if (comments.isWithinCode(at)) break;
  }
  return shown + text.slice(at);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Comments of a text, queried from its start to its end. */
class Comments {
  readonly #text: string;
  readonly #verbatim: readonly Range[];
  readonly #showsUnclosed: boolean;
  #passed = 0;
  /** Marks that no later mark closes. */
  readonly #unclosed = new Set<string>();

  constructor(text: string, unclosed: 'hidden' | 'shown') {
    this.#text = text;
    this.#showsUnclosed = unclosed === 'shown';
    this.#verbatim = text.search(OPENS) === -1 ? [] : findVerbatim(text);
  }

  /** Returns the first comment that begins at `at` or behind it. */
  next(at: number): Range | undefined {
    OPENS.lastIndex = at;
    for (let opened = OPENS.exec(this.#text); opened !== null; opened = OPENS.exec(this.#text)) {
      const { 0: mark, index: from } = opened;
      const code = this.#codeAt(from);
      if (code !== undefined) OPENS.lastIndex = code.to;
      else if (!this.#text.startsWith(EMPTY, from)) {
        const to = this.#findEnd(mark, from);
        if (to !== undefined) return { from, to };
      }
    }
    return undefined;
  }

  /** Returns true when code began before `at` and continues there. */
  isWithinCode(at: number): boolean {
    return (this.#codeAt(at)?.from ?? at) < at;
  }

  /** Returns the literal range that begins at or before `at` and ends behind it. */
  #codeAt(at: number): Range | undefined {
    while ((this.#verbatim[this.#passed]?.to ?? at + 1) <= at) this.#passed += 1;
    const code = this.#verbatim[this.#passed];
    return code !== undefined && code.from <= at ? code : undefined;
  }

  /** Returns the end of a comment; undefined for an unclosed one that is shown. */
  #findEnd(mark: string, from: number): number | undefined {
    if (this.#unclosed.has(mark)) return undefined;
    // `<!-->` is a complete comment.
    const close = mark === '%%' ? this.#text.indexOf('%%', from + 2) : this.#text.indexOf('-->', from + 2);
    if (close !== -1) return close + (mark === '%%' ? 2 : 3);
    if (!this.#showsUnclosed) return this.#text.length;
    this.#unclosed.add(mark);
    return undefined;
  }
}

function findVerbatim(text: string): Range[] {
  const found: Range[] = [];
  const cursor = createParser(text).parse(text).cursor();
  do if (VERBATIM.test(cursor.name)) found.push({ from: cursor.from, to: cursor.to });
  while (cursor.next());
  return found;
}

/** Returns the replacement of a comment: its line ends, with the marks of the quote or list it is in. */
function buildReplacement(text: string, { from, to }: Range): string {
  const before = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
  const width = LINE_MARKS.exec(before)?.[0].length ?? 0;
  const [, ...lines] = text.slice(from, to).split('\n');
  const kept = lines.map((line) => `\n${INDENT.exec(line)?.[0].slice(0, width) ?? ''}`).join('');
  return text.startsWith('<', from) ? EMPTY + kept : kept;
}
