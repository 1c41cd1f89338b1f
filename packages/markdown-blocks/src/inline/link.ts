import { collapse } from '../blanks.js';
import { plainInline } from '../plain-inline.js';
import { splitsPair } from '../units.js';
import type { FoundLink, InlineLink } from './inline-link.js';

const MAX_TEXT_UNITS = 200;
/** Units of Markdown that are read for the link text. */
const MAX_SOURCE_UNITS = 1_000;

export function toInlineLink(source: string, found: FoundLink): InlineLink {
  const { kind, start, end, target, anchor, targetStart, targetEnd, definition } = found;
  return { kind, start, end, target, anchor, text: readLinkText(source, found), targetStart, targetEnd, definition };
}

function readLinkText(source: string, { kind, shownStart, shownEnd }: FoundLink): string {
  const clipped = shownEnd - shownStart > MAX_SOURCE_UNITS;
  const markdown = source.slice(shownStart, clipped ? shownStart + MAX_SOURCE_UNITS : shownEnd);
  const plain = kind === 'autolink' ? markdown : plainInline(markdown, clipped);
  const text = collapse(plain);
  return text.slice(0, splitsPair(text, MAX_TEXT_UNITS) ? MAX_TEXT_UNITS - 1 : MAX_TEXT_UNITS);
}
