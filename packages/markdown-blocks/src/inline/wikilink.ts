import { inlineDestinationAt } from './destination.js';
import type { FoundLink } from './link.js';

/** `[[Title#anchor|alias]]` from its `[[` on: the target is trimmed, and shown where there is no alias. */
export type Wikilink = Omit<FoundLink, 'kind' | 'start'>;

const WIKILINK = /\[\[([^[\]|\r\n]+)(?:\|([^[\]\r\n]*))?\]\]/y;
/** A `#` with nothing or white space behind it belongs to the title, as in `C# notes`. */
const ANCHOR = /#(?=\S)/;
/** What an address has and a word in parentheses has not. */
const ADDRESS_MARK = /[:/.#]/;

/**
 * The wikilink whose `[[` is at `at`; null when there is none, or it names nothing, or an address in parentheses follows
 * it: then `[[1]](https://x.org)` is a link whose text is `[1]`.
 */
export function wikilinkAt(text: string, at: number): Wikilink | null {
  WIKILINK.lastIndex = at;
  const found = WIKILINK.exec(text);
  if (found === null) return null;
  const end = WIKILINK.lastIndex;
  const named = found[1]!;
  const alias = found[2]?.trim() ?? '';
  // In a table row the bar is written `\|`.
  const written = (found[2] !== undefined && named.endsWith('\\') ? named.slice(0, -1) : named).trim();
  if (written === '' || hasAddress(text, end)) return null;
  const targetStart = text.indexOf(written, at + 2);
  const targetEnd = targetStart + written.length;
  const shownStart = alias === '' ? targetStart : text.lastIndexOf(alias, end - 2 - alias.length);
  const shownEnd = shownStart + (alias || written).length;
  return { end, ...splitName(written), targetStart, targetEnd, definition: null, shownStart, shownEnd };
}

function splitName(written: string): { target: string; anchor: string | null } {
  const hash = written.search(ANCHOR);
  if (hash === -1) return { target: written, anchor: null };
  return { target: written.slice(0, hash).trimEnd(), anchor: written.slice(hash + 1) };
}

function hasAddress(text: string, at: number): boolean {
  const destination = inlineDestinationAt(text, at);
  return destination !== null && ADDRESS_MARK.test(text.slice(destination.start, destination.end));
}
