/*
 * Common named entities: the markup characters, Latin-1, and common punctuation and symbols. HTML has over two
 * thousand; the rest stay as they are written.
 */

/** Names of U+00A0 to U+00FF, in order. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml';

/** Names and characters, alternating. */
const OTHERS =
  'amp & lt < gt > quot " apos \' num # lpar ( rpar ) lsqb [ rsqb ] lbrack [ rbrack ] lowbar _ ast * grave ` vert | ' +
  'ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ lsaquo ‹ rsaquo › hellip … bull • dagger † ' +
  'Dagger ‡ permil ‰ prime ′ Prime ″ euro € trade ™ larr ← uarr ↑ rarr → darr ↓ harr ↔ rArr ⇒ minus − le ≤ ge ≥ ' +
  'ne ≠ infin ∞ asymp ≈ radic √ sum ∑ OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ check ✓ star ☆ hearts ♥';

export const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(' ').map((name, i): [string, string] => [name, String.fromCharCode(0xa0 + i)]),
  ...Array.from(OTHERS.matchAll(/(\S+) (\S+)/g), ([, name, character]): [string, string] => [name!, character!]),
]);
