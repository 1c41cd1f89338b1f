import { InlineContext, type MarkdownConfig } from '@lezer/markdown';

const CLOSE_BRACKET = 0x5d;
const OPEN = 0x28;
const CLOSE = 0x29;
const BACKSLASH = 0x5c;
/** Largest depth of nested parentheses in a destination, as in the service. */
const MAX_NESTING = 32;

/**
 * Prevents repeated scans of `](`, which take quadratic time where no link is closed: brackets before a destination
 * that nests too deep are text, with their content.
 */
export const deepDestinations: MarkdownConfig = {
  parseInline: [
    {
      name: 'DeepDestination',
      before: 'LinkEnd',
      parse(context, next, position) {
        if (next !== CLOSE_BRACKET || context.char(position + 1) !== OPEN) return -1;
        if (!isTooDeep(context.text, position + 2 - context.offset)) return -1;
        const { linkStart, imageStart } = InlineContext;
        const opened = [linkStart, imageStart].map((type) => context.findOpeningDelimiter(type) ?? -1);
        const from = Math.max(...opened);
        if (from === -1) return -1;
        for (const element of context.takeContent(from)) context.addElement(element);
        return position + 1;
      },
    },
  ],
};

/** Returns true when parentheses nest too deep from `at` on, before the one that would end a link there. */
function isTooDeep(text: string, at: number): boolean {
  let depth = 0;
  for (let i = at; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit === BACKSLASH) i += 1;
    else if (unit === OPEN && ++depth > MAX_NESTING) return true;
    else if (unit === CLOSE && --depth < 0) return false;
  }
  return false;
}
