import { type InlineLink, toInlineLink } from './link.js';
import { wikilinkAt } from './wikilink.js';

const OPEN = '[[';

/** Calls `emit` for the wikilinks and embeds of a text that is no Markdown, in order of start, `limit` of them at most. */
export function scanWikilinks(text: string, emit: (link: InlineLink) => void, limit: number): void {
  let found = 0;
  for (let open = text.indexOf(OPEN); open !== -1 && found < limit; ) {
    const wikilink = wikilinkAt(text, open);
    if (wikilink !== null) {
      const embed = text[open - 1] === '!';
      emit(toInlineLink(text, { kind: embed ? 'embed' : 'wikilink', start: embed ? open - 1 : open, ...wikilink }));
      found++;
    }
    open = text.indexOf(OPEN, wikilink?.end ?? open + 1);
  }
}
