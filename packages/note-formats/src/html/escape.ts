/** Characters with a meaning in Markdown anywhere within a line. */
const SPECIAL =
  /[\\`*[\]]|<(?=[A-Za-z/!?])|&(?=#?\w+;)|~(?=~|$)|(?<=~|^)~|=(?==|$)|(?<==|^)=|%(?=%)|(?<=%)%|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** Starts of lines that begin a block, with their escaped forms. */
const LINE_STARTS: readonly (readonly [RegExp, string])[] = [
  [/^(#{1,6})(?=\s|$)/, '\\$1'],
  [/^>/, '\\>'],
  [/^([-+])(?=\s|$)/, '\\$1'],
  [/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2'],
  // Setext underlines, thematic breaks and delimiter rows of tables.
  [/^([-=:|])(?=[-=:|\s]*$)/, '\\$1'],
];
/** Block id at the end of a block. */
const MARK = /(^|\s)\^(?=[A-Za-z0-9-]+$)/;

/**
 * Escapes text for Markdown, except for characters that are special only at the start of a line or the end of a block.
 */
export function escapeText(text: string, { formulas }: { readonly formulas: boolean }): string {
  const escaped = text.replace(SPECIAL, '\\$&');
  return formulas ? escaped.replaceAll('$', '\\$') : escaped;
}

/** Escapes the lines of a paragraph so that none of them starts another block. */
export const escapeLines = (markdown: string): string =>
  markdown.replace(MARK, '$1\\^').split('\n').map(escapeLineStart).join('\n');

function escapeLineStart(line: string): string {
  for (const [start, escaped] of LINE_STARTS) if (start.test(line)) return line.replace(start, escaped);
  return line;
}

/** Escapes an address for a link destination; undefined for an address that a browser would execute. */
export function escapeTarget(address: string): string | undefined {
  const target = address.replace(/[\t\r\n]+/g, '').trim();
  if (/^[\u0000-\u0020]*(?:javascript|vbscript|data):/i.test(target)) return undefined;
  return target.replace(/[\u0000-\u0020\u007f-\u00a0"'()<>\\|`]/g, (mark) =>
    encodeURIComponent(mark).replace(/['()]/g, hex),
  );
}

const hex = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
