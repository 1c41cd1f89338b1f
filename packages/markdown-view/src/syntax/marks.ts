import type { MarkdownConfig } from '@lezer/markdown';

const EQUALS = 0x3d;
const MARK = 2;
const delimiter = { resolve: 'Highlight', mark: 'HighlightMark' };
/** Containers within one another; what is deeper is text, as for the service. */
const DEEPEST = 100;

/** `==…==`. */
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

/** Keeps containers from nesting without end. */
export const nestingBound: MarkdownConfig = {
  parseBlock: [
    {
      name: 'DeepText',
      before: 'LinkReference',
      parse(context, line) {
        if (context.depth < DEEPEST || line.next === -1) return false;
        const from = context.lineStart + line.pos;
        context.addElement(context.elt('Paragraph', from, context.lineStart + line.text.length));
        context.nextLine();
        return true;
      },
    },
  ],
};
