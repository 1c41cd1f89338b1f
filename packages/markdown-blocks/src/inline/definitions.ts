import { CR, LF } from '../units.js';
import { destinationAt, labelClose, MAX_LABEL_LENGTH, skipSpace, titleEnd } from './destination.js';
import { unescapeMarkdown } from './unescape.js';

/** Link reference definition. Offsets are UTF-16, into its source text. */
export interface Definition {
  /** Label as written. */
  label: string;
  /** Destination with escapes and entities resolved. */
  destination: string;
  /** Start of the destination as written, without enclosing `<>`. */
  destinationStart: number;
  destinationEnd: number;
}

/** Units of destinations that references may expand to beyond one use of each definition. */
const REPEATED_UNITS = 1_000_000;
const INDENT = / {0,3}/y;
const BLANKS = /[ \t]*/y;
const BLANK_LINE = /\n[ \t]*\r?\n|\r[ \t]*\r/;

/** Definitions of one document, by label. */
export class Definitions {
  readonly #byLabel = new Map<string, Definition>();
  #units = REPEATED_UNITS;

  get size(): number {
    return this.#byLabel.size;
  }

  /** Adds a definition; the first one of a label wins. */
  add(definition: Definition): void {
    const key = normalizeLinkLabel(definition.label);
    if (this.#byLabel.has(key)) return;
    this.#byLabel.set(key, definition);
    this.#units += definition.destination.length;
  }

  /**
   * Returns the definition of `label`, matched as CommonMark does: without case, white space collapsed, at most 999
   * units. Repeated uses of long destinations are limited: the expanded size stays in proportion to the document.
   */
  get(label: string): Definition | undefined {
    if (this.#byLabel.size === 0 || label.length > MAX_LABEL_LENGTH) return undefined;
    const definition = this.#byLabel.get(normalizeLinkLabel(label));
    if (definition === undefined || definition.destination.length > this.#units) return undefined;
    this.#units -= definition.destination.length;
    return definition;
  }
}

/**
 * Parses the link reference definition at `at`, the start of a line in a paragraph; `end` is the offset behind its line
 * ending. Returns null when there is none. A footnote's `[^name]:` is not one.
 */
export function parseDefinition(text: string, at: number): (Definition & { end: number }) | null {
  const open = behind(INDENT, text, at);
  if (text[open] !== '[' || text[open + 1] === '^') return null;
  const close = labelClose(text, open);
  if (close === -1 || text[close + 1] !== ':') return null;
  const label = text.slice(open + 1, close);
  const destination = destinationAt(text, skipSpace(text, close + 2));
  if (label.trim() === '' || destination === null || destination.next === destination.start) return null;
  const end = definitionEnd(text, destination.next);
  if (end === -1) return null;
  const { start: destinationStart, end: destinationEnd } = destination;
  const written = text.slice(destinationStart, destinationEnd);
  return { label, destination: unescapeMarkdown(written), destinationStart, destinationEnd, end };
}

/**
 * Returns the end of the definition whose destination ends at `at`: behind a title, if that ends its line, or behind
 * the line.
 */
function definitionEnd(text: string, at: number): number {
  const titleStart = skipSpace(text, at);
  const title = titleStart > at ? titleEnd(text, titleStart) : -1;
  const end = title === -1 || BLANK_LINE.test(text.slice(titleStart, title)) ? -1 : lineEnd(text, title);
  return end === -1 ? lineEnd(text, at) : end;
}

/** Returns the offset behind the line ending that only blanks separate from `at`, or -1. */
function lineEnd(text: string, at: number): number {
  const end = behind(BLANKS, text, at);
  if (end === text.length) return end;
  const unit = text.charCodeAt(end);
  if (unit === CR) return text.charCodeAt(end + 1) === LF ? end + 2 : end + 1;
  return unit === LF ? end + 1 : -1;
}

function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return pattern.lastIndex;
}

/**
 * Normalises the label of a link reference as CommonMark does, so that matching labels are equal. Only spaces, tabs and
 * line endings collapse: a no-break space differs from a space. Lower case and then upper case approximate full case
 * folding: `ẞ`, `ß` and `SS` are one label.
 */
export function normalizeLinkLabel(label: string): string {
  return label
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/^ | $/g, '')
    .toLowerCase()
    .toUpperCase();
}
