import type { BlockContext, Element, Line, MarkdownConfig } from '@lezer/markdown';

const MARK = '$$';
const CLOSES_LINE = /\$\$[ \t]*$/;
/**
 * Matches inline formulas. `$…$` has no blank at its ends and no digit behind it, so that two prices are not a formula.
 */
const INLINE = /\$\$[^$\n]+\$\$|\$(?![\s$])(?:[^$\\\n]|\\[^\n])*?(?<![\s\\])\$(?!\d)/y;
const DOLLAR = 0x24;

/** Returns true when a `$$` follows the one at `from`, so that the formula is closed. */
type ClosingTest = (context: BlockContext, from: number) => boolean;

/** Syntax of formulas of one body: `$$` lines around blocks, `$…$` and `$$…$$` within text. */
export function mathsWithin(body: string): MarkdownConfig {
  const lastMark = body.lastIndexOf(MARK);
  return maths((_, from) => lastMark > from);
}

/** Syntax of formulas, for a parser of any text. */
export function maths(isClosed: ClosingTest): MarkdownConfig {
  return {
    defineNodes: [{ name: 'MathBlock', block: true }, 'Math'],
    parseBlock: [
      {
        name: 'MathBlock',
        before: 'LinkReference',
        endLeaf: (context, line) => begins(context, line, isClosed),
        parse(context, line) {
          if (!begins(context, line, isClosed)) return false;
          const from = context.lineStart + line.pos;
          let rest = line.text.slice(line.pos + MARK.length);
          const marks: Element[] = [];
          while (!CLOSES_LINE.test(rest) && context.nextLine() && getDepth(line) >= context.depth) {
            marks.push(...line.markers);
            rest = line.text;
          }
          if (CLOSES_LINE.test(rest)) context.nextLine();
          context.addElement(context.elt('MathBlock', from, context.prevLineEnd(), marks));
          return true;
        },
      },
    ],
    parseInline: [
      {
        name: 'Math',
        before: 'Escape',
        parse(context, next, position) {
          if (next !== DOLLAR) return -1;
          INLINE.lastIndex = position - context.offset;
          if (!INLINE.test(context.text)) return -1;
          return context.addElement(context.elt('Math', position, INLINE.lastIndex + context.offset));
        },
      },
    ],
  };
}

/** Returns true for the first line of a formula, also below text. */
function begins(context: BlockContext, line: Line, isClosed: ClosingTest): boolean {
  if (!line.text.startsWith(MARK, line.pos)) return false;
  const rest = line.text.slice(line.pos + MARK.length);
  if (CLOSES_LINE.test(rest)) return !rest.replace(CLOSES_LINE, '').includes(MARK);
  return !rest.includes(MARK) && isClosed(context, context.lineStart + line.pos);
}

/**
 * Returns the number of open containers that the line continues. The parser's own blocks read it, but its types omit
 * it.
 */
const getDepth = (line: Line): number => (line as Line & { readonly depth: number }).depth;
