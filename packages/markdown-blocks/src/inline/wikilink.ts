/** `[[Title#anchor|alias]]`. Offsets are UTF-16. */
export interface Wikilink {
  /** Title and anchor as written, trimmed. */
  start: number;
  end: number;
  target: string;
  anchor: string | null;
  /** What is shown: the alias, or else title and anchor as written. */
  shownStart: number;
  shownEnd: number;
  next: number;
}

const WIKILINK = /\[\[([^[\]|\r\n]+)(?:\|([^[\]\r\n]*))?\]\]/y;
/** A `#` with nothing or white space behind it belongs to the title, as in `C# notes`. */
const ANCHOR = /#(?=\S)/;

/** The wikilink whose `[[` is at `at`; null when there is none, or it names nothing. */
export function wikilinkAt(text: string, at: number): Wikilink | null {
  WIKILINK.lastIndex = at;
  const found = WIKILINK.exec(text);
  if (found === null) return null;
  const named = found[1]!;
  const alias = found[2]?.trim() ?? '';
  // In a table row the bar is written `\|`.
  const written = (found[2] !== undefined && named.endsWith('\\') ? named.slice(0, -1) : named).trim();
  if (written === '') return null;
  const start = text.indexOf(written, at + 2);
  const end = start + written.length;
  const next = at + found[0].length;
  const shownStart = alias === '' ? start : text.lastIndexOf(alias, next - 2 - alias.length);
  return { start, end, ...splitName(written), shownStart, shownEnd: shownStart + (alias || written).length, next };
}

function splitName(written: string): { target: string; anchor: string | null } {
  const hash = written.search(ANCHOR);
  if (hash === -1) return { target: written, anchor: null };
  return { target: written.slice(0, hash).trimEnd(), anchor: written.slice(hash + 1) };
}
