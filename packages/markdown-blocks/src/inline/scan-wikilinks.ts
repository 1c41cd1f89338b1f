import type { InlineLink } from './inline-link.js';
import { toInlineLink } from './link.js';
import { findWikilinkAt } from './wikilink.js';

const OPEN = '[[';

/**
 * Calls `emit` for the wikilinks and embeds of a text that is not Markdown, in order of start, at most `limit` of them.
 */
export function scanWikilinks(text: string, emit: (link: InlineLink) => void, limit: number): void {
  let found = 0;
  for (let open = text.indexOf(OPEN); open !== -1 && found < limit; ) {
    const wikilink = findWikilinkAt(text, open, text[open - 1] === '!');
    if (wikilink !== null) {
      emit(toInlineLink(text, wikilink));
      found++;
    }
    open = text.indexOf(OPEN, wikilink?.end ?? open + 1);
  }
}
