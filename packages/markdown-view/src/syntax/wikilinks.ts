import type { MarkdownConfig } from '@lezer/markdown';
import { wikilinkAt } from '@notes/markdown-blocks';

const BANG = 0x21;
const OPEN = 0x5b;

/** Syntax of wikilinks: `[[Title]]` and `![[Title]]`, parsed as the service does. */
export const wikilinks: MarkdownConfig = {
  defineNodes: ['Wikilink', 'Embed'],
  parseInline: [
    {
      name: 'Wikilink',
      before: 'Link',
      parse(context, next, position) {
        const opens = next === BANG ? position + 1 : position;
        if ((next !== BANG && next !== OPEN) || context.char(opens) !== OPEN || context.char(opens + 1) !== OPEN)
          return -1;
        const link = wikilinkAt(context.text, opens - context.offset);
        if (link === null) return -1;
        const node = next === BANG ? 'Embed' : 'Wikilink';
        return context.addElement(context.elt(node, position, link.end + context.offset));
      },
    },
  ],
};
