import type { MarkdownConfig } from '@lezer/markdown';

/**
 * A key parses the block it is typed into anew, all of it. So that this takes no time that is felt, longer lines and
 * code are plain text, and a paragraph or table that goes on for longer is read as several. Characters.
 */
export const LONGEST_LINE = 10_000;
export const LONGEST_CODE = 20_000;
/** Of a note in which code is coloured while it is written. */
export const LONGEST_WITH_CODE = 200_000;
const LONGEST_BLOCK = 20_000;

/** Keeps what one key makes the parser read within bounds. */
export const sizeBound: MarkdownConfig = {
  parseBlock: [
    {
      name: 'LongLine',
      before: 'LinkReference',
      parse(context, line) {
        if (line.text.length <= LONGEST_LINE) return false;
        const { lineStart } = context;
        context.addElement(context.elt('Paragraph', lineStart + line.pos, lineStart + line.text.length));
        context.nextLine();
        return true;
      },
      endLeaf: (_, line, { content }) => line.text.length > LONGEST_LINE || content.length > LONGEST_BLOCK,
    },
  ],
};
