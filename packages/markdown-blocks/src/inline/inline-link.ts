import type { LinkKind } from '../target.js';
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
