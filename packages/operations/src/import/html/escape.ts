/** What begins something within a line, wherever it stands. */
const SPECIAL =
  /[\\`*[\]]|<(?=[A-Za-z/!?])|&(?=#?\w+;)|~(?=~|$)|(?<=~|^)~|=(?==|$)|(?<==|^)=|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** What begins a block at the start of a line. */
const LINE_STARTS: readonly (readonly [RegExp, string])[] = [
  [/^(#{1,6})(?=\s|$)/, '\\$1'],
  [/^>/, '\\>'],
  [/^([-+])(?=\s|$)/, '\\$1'],
  [/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2'],
  // A line under a heading, across the page, or under the head of a table.
  [/^([-=:|])(?=[-=:|\s]*$)/, '\\$1'],
];
/** An author's mark at the end of a block. */
const MARK = /(^|\s)\^(?=[A-Za-z0-9-]+$)/;

/** Text that Markdown reads as text, but for what only the start of a line or the end of a block means. */
export function escapeText(text: string, { formulas }: { readonly formulas: boolean }): string {
  const escaped = text.replace(SPECIAL, '\\$&');
  return formulas ? escaped.replaceAll('$', '\\$') : escaped;
}

/** The lines of a paragraph, as the start of no other block. */
export const escapeLines = (markdown: string): string =>
  markdown.replace(MARK, '$1\\^').split('\n').map(escapeLineStart).join('\n');

function escapeLineStart(line: string): string {
  for (const [start, escaped] of LINE_STARTS) if (start.test(line)) return line.replace(start, escaped);
  return line;
}

/** An address as the destination of a link; undefined of one that a browser would run. */
export function escapeTarget(address: string): string | undefined {
  const target = address.replace(/[\t\r\n]+/g, '').trim();
  if (/^[\u0000-\u0020]*(?:javascript|vbscript|data):/i.test(target)) return undefined;
  return target.replace(/[\u0000-\u0020\u007f-\u00a0"'()<>\\|`]/g, (mark) =>
    encodeURIComponent(mark).replace(/['()]/g, hex),
  );
}

const hex = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
