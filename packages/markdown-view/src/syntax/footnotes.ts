import type { BlockContext, Line, MarkdownConfig } from '@lezer/markdown';

const REFERENCE = /\[\^[^[\]\s]{1,200}\]/y;
const DEFINITION = /\[\^[^[\]\s]{1,200}\]:/y;
/** Columns that the later lines of a footnote are indented by. */
const WIDTH = 4;

/** Syntax of footnotes: `[^label]` in text, and `[^label]: …` with the blocks that are indented below it. */
export const footnotes: MarkdownConfig = {
  defineNodes: [{ name: 'Footnote', block: true, composite: continuesFootnote }, 'FootnoteLabel', 'FootnoteReference'],
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
  ],
};

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
