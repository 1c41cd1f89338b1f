import type { MarkdownConfig } from '@lezer/markdown';

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const MIN_SPACES = 2;

/** Reads a run of spaces once. The parser's own rule reads the rest of the run from each space, in quadratic time. */
export const hardBreaks: MarkdownConfig = {
  parseInline: [
    {
      name: 'HardBreak',
      parse(context, next, position) {
        let end = position + 1;
        if (next === SPACE) {
          if (context.char(position - 1) === SPACE) return -1;
          while (context.char(end) === SPACE) end += 1;
          if (end < position + MIN_SPACES) return -1;
        } else if (next !== BACKSLASH) return -1;
        return context.char(end) === LINE_FEED ? context.addElement(context.elt('HardBreak', position, end + 1)) : -1;
      },
    },
  ],
};
