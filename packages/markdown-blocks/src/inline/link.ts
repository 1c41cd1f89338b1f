import { collapse } from '../blanks.js';
import { plainInline } from '../plain-inline.js';
import type { LinkKind } from '../target.js';
import { splitsPair } from '../units.js';
import type { Definition } from './definitions.js';

/** A link in a piece of inline text. Offsets are UTF-16, into that text. */
export interface InlineLink {
  kind: LinkKind;
  /** The whole link. */
  start: number;
  end: number;
  /** The destination, escapes and entities resolved; without its anchor when it points at something of ours. */
  target: string;
  anchor: string | null;
  /** What is shown, plain, on one line, at most 200 units. */
  text: string;
  /** The destination as written, anchor included; of a reference, its label. */
  targetStart: number;
  targetEnd: number;
  /** What a reference was resolved by; null for every other link. */
  definition: Definition | null;
}

/** A link as the scanner finds it; what is shown is only read once the link is certain to be one. */
export interface FoundLink extends Omit<InlineLink, 'text'> {
  /** Where what is shown stands, in Markdown. */
  shownStart: number;
  shownEnd: number;
}

const SHOWN_UNITS = 200;
/** Units of Markdown that are read for what is shown. */
const SHOWN_WINDOW = 1_000;

export function toInlineLink(source: string, found: FoundLink): InlineLink {
  const { kind, start, end, target, anchor, targetStart, targetEnd, definition } = found;
  return { kind, start, end, target, anchor, text: shownText(source, found), targetStart, targetEnd, definition };
}

function shownText(source: string, { kind, shownStart, shownEnd }: FoundLink): string {
  const clipped = shownEnd - shownStart > SHOWN_WINDOW;
  const markdown = source.slice(shownStart, clipped ? shownStart + SHOWN_WINDOW : shownEnd);
  const plain = kind === 'autolink' ? markdown : plainInline(markdown, clipped);
  const text = collapse(plain);
  return text.slice(0, splitsPair(text, SHOWN_UNITS) ? SHOWN_UNITS - 1 : SHOWN_UNITS);
}
