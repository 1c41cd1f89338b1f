import { isUtf8 } from 'node:buffer';

/** What runs, or asks for something, in an image that is opened by itself; any other address than one within it. */
const ACTIVE = new RegExp(
  [
    /<(?:[^\s<>/]*:)?(?:script|foreignObject|iframe|handler|listener|set)\b/,
    /\bon[a-z]+\s*=|(?:java|vb)script:|attributeName\s*=\s*["'][^"']*href/,
    /<!ENTITY|<!DOCTYPE[^>]*\[|<\?xml-stylesheet|@import/,
    /\b(?:href|src)\s*=\s*["']?\s*(?!["'\s#]|data:image\/)|url\(\s*["']?(?!["'\s#]|data:image\/)/,
    // Elements of pages do all of that in more ways.
    /www\.w3\.org\/1999\/xhtml/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
/** Bytes that mean other characters than they look like hide all of the above. */
const OTHERWISE_ENCODED = /<\?xml\b[^>]*\bencoding\s*=\s*["'](?!utf-8["'])/i;
/** They switch between the characters of some encodings. */
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/;
const REFERENCE = /&#(?:x([0-9a-f]+)|([0-9]+))/gi;
/** What the above is looked for by. Of other characters many are written as references: a hyphen by Graphviz. */
const TELLING = /[0-9a-z./:@(\\]/i;
/** Of style sheets: a letter may be written as `\6c`, or as `\l`. */
const ESCAPE = /\\[0-9a-z]/i;
const DECLARATION = /^\ufeff?<\?xml\s[^<>]*\?>/;
const PLAIN_COMMENT = /<!--[^<>"'?]*-->/g;
/** In these may be what looks like a tag. */
const NO_TAGS = /<!--|<!\[|<\?/;
const TAG = /<[^\s"'<>!?/][^\s"'<>]*(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>/g;
const ATTRIBUTE = /([^\s"'=]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;
/** What drawing programs note of the file, often its path. */
const OF_EDITORS = /^(?:inkscape|sodipodi):/;

/** Whether an image in SVG runs nothing and asks for nothing, also when it is opened by itself; false where it may hide that. */
export function isStillSvg(bytes: Uint8Array): boolean {
  if (!isUtf8(bytes)) return false;
  const text = Buffer.from(bytes).toString('utf8');
  if (CONTROL.test(text) || OTHERWISE_ENCODED.test(text) || ACTIVE.test(text)) return false;
  if (ESCAPE.test(withoutNotes(text))) return false;
  return [...text.matchAll(REFERENCE)].every(
    ([, hex, decimal]) => !isHidden(Number.parseInt(hex ?? decimal ?? '', hex ? 16 : 10)),
  );
}

/** The text as it is where what looks like a tag may be none. */
function withoutNotes(text: string): string {
  if (NO_TAGS.test(text.replace(DECLARATION, '').replaceAll(PLAIN_COMMENT, ''))) return text;
  return text.replaceAll(TAG, (tag) =>
    tag.replaceAll(ATTRIBUTE, (all, name: string) => (OF_EDITORS.test(name) ? '' : all)),
  );
}

/** Whether a character that has no need of it is written as a reference. */
const isHidden = (code: number) => code < 0x7f && TELLING.test(String.fromCharCode(code));
