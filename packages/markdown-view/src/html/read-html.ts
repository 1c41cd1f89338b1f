/*
 * Grammar:
 *
 * html        = { text | comment | declaration | tag } ;
 * comment     = "<!--", ( "-->" at the next place, or the end ) ;
 * declaration = ( "<!" | "<?" ), everything up to ">" or the end ;
 * tag         = "<", [ "/" ], name, { any but "<", ">" and quotes | quoted }, ">" ;
 * quoted      = a quote, everything up to the next equal quote ;
 *
 * Everything else, such as a "<" that opens none of these, is text.
 */

/** Part of a text with HTML: a run of text, or a tag. Comments and declarations are left out. */
export type HtmlPiece =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'open' | 'close';
      /** Name in lower case. */
      readonly name: string;
      /** Source of the attributes. */
      readonly attributes: string;
      /** Source of the whole tag. */
      readonly written: string;
      readonly from: number;
      readonly to: number;
    };

export type HtmlTag = Exclude<HtmlPiece, { readonly type: 'text' }>;

const NAME = /\/?([a-z][a-z0-9-]*)/iy;
/** Characters that end the name of a tag. */
const NAME_ENDS = /[\s/>]/;
const SPECIAL = /[<>"']/g;

/** Reads a text with HTML from its start to its end, in linear time. */
export function* readHtml(source: string): Generator<HtmlPiece> {
  let from = 0;
  let at = source.indexOf('<');
  while (at !== -1) {
    const tag = readTag(source, at);
    const end = tag?.to ?? readHiddenMarkup(source, at);
    if (end !== undefined) {
      if (at > from) yield { type: 'text', text: source.slice(from, at) };
      if (tag !== undefined) yield tag;
      from = end;
    }
    at = source.indexOf('<', end ?? at + 1);
  }
  if (from < source.length) yield { type: 'text', text: source.slice(from) };
}

/** Yields the tags of a text. */
export function* readTags(source: string): Generator<HtmlTag> {
  for (const piece of readHtml(source)) if (piece.type !== 'text') yield piece;
}

/** Returns the end of a comment or declaration at `at`. */
function readHiddenMarkup(source: string, at: number): number | undefined {
  const next = source[at + 1];
  if (next !== '!' && next !== '?') return undefined;
  const isComment = source.startsWith('--', at + 2);
  // `<!-->` is a complete comment.
  const close = isComment ? source.indexOf('-->', at + 2) : source.indexOf('>', at + 2);
  if (close === -1) return source.length;
  return close + (isComment ? 3 : 1);
}

/**
 * Reads the tag at `at`. A failed attempt ends at a `<` outside quotes. At most three attempts pass any character,
 * because attempts in the same state of quoting stay in the same state.
 */
function readTag(source: string, at: number): HtmlTag | undefined {
  NAME.lastIndex = at + 1;
  const [matched = '', name = ''] = NAME.exec(source) ?? [];
  const nameEnd = at + 1 + matched.length;
  if (matched === '' || !NAME_ENDS.test(source[nameEnd] ?? '')) return undefined;
  const end = findTagEnd(source, nameEnd);
  if (end === undefined) return undefined;
  return {
    type: matched.startsWith('/') ? 'close' : 'open',
    name: name.toLowerCase(),
    attributes: source.slice(nameEnd, end),
    written: source.slice(at, end + 1),
    from: at,
    to: end + 1,
  };
}

/** Returns the offset of the `>` that ends a tag. */
function findTagEnd(source: string, from: number): number | undefined {
  let quote = '';
  SPECIAL.lastIndex = from;
  for (let found = SPECIAL.exec(source); found !== null; found = SPECIAL.exec(source)) {
    const [mark] = found;
    if (quote !== '') {
      if (mark === quote) quote = '';
    } else if (mark === '>') return found.index;
    else if (mark === '<') return undefined;
    else quote = mark;
  }
  return undefined;
}
