import { inlineDestinationAt } from './destination.js';
import type { FoundLink } from './inline-link.js';

/**
 * Wikilink `[[Title#anchor|alias]]` from its `[[` on. The target is trimmed, and is the link text where there is no
 * alias.
 */
export type Wikilink = Omit<FoundLink, 'kind' | 'start'>;

const WIKILINK = /\[\[([^[\]|\r\n]+)(?:\|([^[\]\r\n]*))?\]\]/y;
/** A `#` with nothing or white space behind it belongs to the title, as in `C# notes`. */
const ANCHOR = /#(?=\S)/;
/** Distinguishes an address from a word in parentheses. */
const ADDRESS_MARK = /[:/.#]/;

/**
 * Returns the wikilink whose `[[` is at `at`. Returns null when there is none, when its target is empty, or when an
 * address in parentheses follows: `[[1]](https://x.org)` is a link whose text is `[1]`.
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
  const { target, anchor } = splitName(written);
  return { end, target, anchor, targetStart, targetEnd, definition: null, shownStart, shownEnd };
}

/**
 * Returns the wikilink whose `[[` is at `at`, or with `embed` the embed whose `!` precedes it; null as {@link
 * wikilinkAt}.
 */
export function findWikilinkAt(text: string, at: number, embed: boolean): FoundLink | null {
  const wikilink = wikilinkAt(text, at);
  if (wikilink === null) return null;
  const { end, target, anchor, targetStart, targetEnd, definition, shownStart, shownEnd } = wikilink;
  const kind = embed ? 'embed' : 'wikilink';
  const start = embed ? at - 1 : at;
  return { kind, start, end, target, anchor, targetStart, targetEnd, definition, shownStart, shownEnd };
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
