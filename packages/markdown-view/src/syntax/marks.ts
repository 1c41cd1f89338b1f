import type { MarkdownConfig } from '@lezer/markdown';

const EQUALS = 0x3d;
const MARK = 2;
const delimiter = { resolve: 'Highlight', mark: 'HighlightMark' };
/** Largest depth of nested containers, as in the service; deeper marks are text. */
const MAX_DEPTH = 100;

/** Syntax of highlights: `==…==`. */
export const highlights: MarkdownConfig = {
  defineNodes: ['Highlight', 'HighlightMark'],
  parseInline: [
    {
      name: 'Highlight',
      after: 'Emphasis',
      parse(context, next, position) {
        if (next !== EQUALS || context.char(position + 1) !== EQUALS || context.char(position + MARK) === EQUALS)
          return -1;
        const opens = /\S/.test(context.slice(position + MARK, position + MARK + 1));
        const closes = /\S/.test(context.slice(position - 1, position));
        return context.addDelimiter(delimiter, position, position + MARK, opens, closes);
      },
    },
  ],
};

/** Limits the depth of nested containers. */
export const nestingBound: MarkdownConfig = {
  parseBlock: [
    {
      name: 'DeepText',
      before: 'LinkReference',
      parse(context, line) {
        if (context.depth < MAX_DEPTH || line.next === -1) return false;
        const from = context.lineStart + line.pos;
        context.addElement(context.elt('Paragraph', from, context.lineStart + line.text.length));
        context.nextLine();
        return true;
      },
    },
  ],
};
