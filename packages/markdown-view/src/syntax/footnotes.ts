import type { BlockContext, Line, MarkdownConfig } from '@lezer/markdown';

const REFERENCE = /\[\^[^[\]\s]{1,200}\]/y;
const DEFINITION = /\[\^[^[\]\s]{1,200}\]:/y;
/** Columns that the later lines of a footnote are indented by. */
const WIDTH = 4;

const CARET = 0x5e;
const OPEN = 0x5b;
/** Length up to which the end of an inline footnote is searched, so that unclosed ones take linear time. */
const MAX_INLINE_LENGTH = 2_000;
const BRACKET = /\\[\s\S]|[[\]]/g;

/**
 * Syntax of footnotes: `[^label]` in text, `[^label]: …` with the blocks that are indented below it, and `^[…]` in text
 * for a footnote without a label.
 */
export const footnotes: MarkdownConfig = {
  defineNodes: [
    { name: 'Footnote', block: true, composite: continuesFootnote },
    ...['FootnoteLabel', 'FootnoteReference', 'InlineFootnote', 'FootnoteMark'],
  ],
  parseBlock: [{ name: 'Footnote', before: 'LinkReference', parse: open, endLeaf: (_, line) => labelEnd(line) !== -1 }],
  parseInline: [
    {
      name: 'FootnoteReference',
      before: 'Link',
      parse(context, _next, position) {
        REFERENCE.lastIndex = position - context.offset;
        if (!REFERENCE.test(context.text)) return -1;
        return context.addElement(context.elt('FootnoteReference', position, REFERENCE.lastIndex + context.offset));
      },
    },
    {
      name: 'InlineFootnote',
      before: 'Link',
      parse(context, next, position) {
        if (next !== CARET || context.char(position + 1) !== OPEN) return -1;
        const from = position + 2;
        const end = findClosing(context.slice(from, Math.min(context.end, from + MAX_INLINE_LENGTH)));
        if (end === undefined) return -1;
        const to = from + end;
        const inner = context.parser.parseInline(context.slice(from, to), from);
        const marks = [context.elt('FootnoteMark', position, from), context.elt('FootnoteMark', to, to + 1)] as const;
        return context.addElement(context.elt('InlineFootnote', position, to + 1, [marks[0], ...inner, marks[1]]));
      },
    },
  ],
};

/** Returns the offset of the bracket that closes an inline footnote; undefined for brackets of a link. */
function findClosing(text: string): number | undefined {
  let depth = 0;
  for (const { 0: mark, index } of text.matchAll(BRACKET)) {
    if (mark === '[') depth += 1;
    if (mark !== ']') continue;
    if (depth === 0) return index === 0 || /[([]/.test(text[index + 1] ?? '') ? undefined : index;
    depth -= 1;
  }
  return undefined;
}

function open(context: BlockContext, line: Line): null | false {
  const end = labelEnd(line);
  if (end === -1) return false;
  context.startComposite('Footnote', line.pos, WIDTH);
  context.addElement(context.elt('FootnoteLabel', context.lineStart + line.pos, context.lineStart + end));
  line.moveBase(line.skipSpace(end));
  return null;
}

function labelEnd(line: Line): number {
  if (line.indent >= line.baseIndent + WIDTH) return -1;
  DEFINITION.lastIndex = line.pos;
  return DEFINITION.test(line.text) ? DEFINITION.lastIndex : -1;
}

function continuesFootnote(_: BlockContext, line: Line, width: number): boolean {
  const isBlank = line.next === -1;
  if (!isBlank && line.indent < line.baseIndent + width) return false;
  if (!isBlank) line.moveBaseColumn(line.baseIndent + width);
  return true;
}
