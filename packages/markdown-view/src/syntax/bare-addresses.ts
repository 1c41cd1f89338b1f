import type { MarkdownConfig } from '@lezer/markdown';
import { bareAddressAt } from '@notes/markdown-blocks';

/** Syntax of addresses without marks, which are parsed as the service does. */
export const bareAddresses: MarkdownConfig = {
  parseInline: [
    {
      name: 'BareAddress',
      parse(context, _next, position) {
        const address = bareAddressAt(context.text, position - context.offset, context.hasOpenLink);
        if (address === null) return -1;
        return context.addElement(context.elt('URL', position, address.end + context.offset));
      },
    },
  ],
};
