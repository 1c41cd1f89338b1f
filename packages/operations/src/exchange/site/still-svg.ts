import { isUtf8 } from 'node:buffer';

/** Markup that runs code or requests a resource in a standalone SVG image, including any external address. */
const ACTIVE = new RegExp(
  [
    /<(?:[^\s<>/]*:)?(?:script|foreignObject|iframe|handler|listener|set)\b/,
    /\bon[a-z]+\s*=|(?:java|vb)script:|attributeName\s*=\s*["'][^"']*href/,
    /<!ENTITY|<!DOCTYPE[^>]*\[|<\?xml-stylesheet|@import/,
    /\b(?:href|src)\s*=\s*["']?\s*(?!["'\s#]|data:image\/)|url\(\s*["']?(?!["'\s#]|data:image\/)/,
    // XHTML elements offer more ways to do so.
    /www\.w3\.org\/1999\/xhtml/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
/** Encodings other than UTF-8, in which bytes may hide such markup. */
const OTHER_ENCODING = /<\?xml\b[^>]*\bencoding\s*=\s*["'](?!utf-8["'])/i;
/** Control characters, which switch character sets in some encodings. */
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/;
const REFERENCE = /&#(?:x([0-9a-f]+)|([0-9]+))/gi;
/** Characters in the patterns above. Graphviz writes other characters, such as hyphens, as references. */
const PATTERN_CHARACTER = /[0-9a-z./:@(\\]/i;
/** CSS escape of a letter or digit, such as `\6c` or `\l`. */
const ESCAPE = /\\[0-9a-z]/i;
const DECLARATION = /^\ufeff?<\?xml\s[^<>]*\?>/;
const PLAIN_COMMENT = /<!--[^<>"'?]*-->/g;
/** Constructs that may contain text that looks like a tag. */
const NO_TAGS = /<!--|<!\[|<\?/;
const TAG = /<[^\s"'<>!?/][^\s"'<>]*(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>/g;
const ATTRIBUTE = /([^\s"'=]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;
/** Attributes in which drawing programs store facts about the file, often its path. */
const EDITOR_ATTRIBUTE = /^(?:inkscape|sodipodi):/;

/**
 * Returns true for an SVG image that runs no code and requests no resources, even when opened on its own. Returns false
 * when it might hide such markup.
 */
export function isStillSvg(bytes: Uint8Array): boolean {
  if (!isUtf8(bytes)) return false;
  const text = Buffer.from(bytes).toString('utf8');
  if (CONTROL.test(text) || OTHER_ENCODING.test(text) || ACTIVE.test(text)) return false;
  if (ESCAPE.test(removeEditorAttributes(text))) return false;
  return [...text.matchAll(REFERENCE)].every(
    ([, hex, decimal]) => !isHidden(Number.parseInt(hex ?? decimal ?? '', hex ? 16 : 10)),
  );
}

/** Removes the attributes of drawing programs; returns the text unchanged when it may contain false tags. */
function removeEditorAttributes(text: string): string {
  if (NO_TAGS.test(text.replace(DECLARATION, '').replaceAll(PLAIN_COMMENT, ''))) return text;
  return text.replaceAll(TAG, (tag) =>
    tag.replaceAll(ATTRIBUTE, (all, name: string) => (EDITOR_ATTRIBUTE.test(name) ? '' : all)),
  );
}

/** Returns true for a character that is written as a reference without need. */
const isHidden = (code: number) => code < 0x7f && PATTERN_CHARACTER.test(String.fromCharCode(code));
