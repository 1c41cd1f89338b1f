import { collapse } from '../blanks.js';
import { plainInline } from '../plain-inline.js';
import type { LinkKind } from '../target.js';
import { splitsPair } from '../units.js';
import type { Definition } from './definitions.js';

/** Link in a piece of inline text. Offsets are UTF-16, into that text. */
export interface InlineLink {
  kind: LinkKind;
  /** Start of the whole link. */
  start: number;
  end: number;
  /** Destination with escapes and entities resolved; without its anchor when it points into this service. */
  target: string;
  anchor: string | null;
  /** Link text, plain, on one line, at most 200 units. */
  text: string;
  /** Start of the destination as written, anchor included; of its label for a reference. */
  targetStart: number;
  targetEnd: number;
  /** Definition that a reference resolved to; null for every other link. */
  definition: Definition | null;
}

/** Link as the scanner finds it. Its text is read only once the link is confirmed. */
export interface FoundLink extends Omit<InlineLink, 'text'> {
  /** Range of the link text, in Markdown. */
  shownStart: number;
  shownEnd: number;
}

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
