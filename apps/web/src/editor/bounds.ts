import type { Input } from '@lezer/common';
import type { BlockContext, MarkdownConfig } from '@lezer/markdown';

/**
 * Limits in characters. A key press parses its whole block again. To keep that fast, longer lines and code stay plain
 * text, and a longer paragraph or table is parsed as several.
 */
export const MAX_LINE_LENGTH = 10_000;
export const MAX_CODE_LENGTH = 20_000;
/** Length of a note in characters up to which code is highlighted in the editor. */
export const MAX_HIGHLIGHTED_LENGTH = 200_000;
export const MAX_BLOCK_LENGTH = 20_000;

/** Bounds the text that one key press makes the parser read. */
export const sizeBound: MarkdownConfig = {
  parseBlock: [
    {
      name: 'LongLine',
      before: 'LinkReference',
      parse(context, line) {
        if (line.text.length <= MAX_LINE_LENGTH) return false;
        const { lineStart } = context;
        context.addElement(context.elt('Paragraph', lineStart + line.pos, lineStart + line.text.length));
        context.nextLine();
        return true;
      },
      endLeaf: (_, line, { content }) => line.text.length > MAX_LINE_LENGTH || content.length > MAX_BLOCK_LENGTH,
    },
  ],
};

/** Returns true when a `$$` block that begins at `from` is closed within the length of a block. */
export function isFormulaClosed(context: BlockContext, from: number): boolean {
  const { input } = context as BlockContext & { readonly input: Input };
  const start = from + '$$'.length;
  return /\$\$[ \t]*(?:\n|$)/.test(input.read(start, Math.min(input.length, start + MAX_BLOCK_LENGTH)));
}
