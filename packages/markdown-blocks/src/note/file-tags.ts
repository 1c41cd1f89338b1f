import type { BlockTree } from '../blocks/block-tree.js';
import { bodyRange, nodeText } from '../blocks/leaf-text.js';
import { HEADING, HTML, PARAGRAPH, TABLE } from '../blocks/node-table.js';
import { CodeSpans } from '../inline/code-spans.js';
import { RawHtml } from '../inline/raw-html.js';
import { decodeEntities } from '../inline/unescape.js';

/** Tag that shows or links a file, with its address. Offsets are UTF-16, into the body. */
export interface FileTag {
  /** Name in lower case. */
  name: string;
  start: number;
  end: number;
  /** Address, entities resolved. */
  target: string;
  /** Start of the address as written, without quotes. */
  targetStart: number;
  targetEnd: number;
}

const FILE_TAG = /<(?:img|video|audio|source|a)\s/i;
const TAG_NAME = /^<(img|video|audio|source|a)(?=\s)/i;
/** As in CommonMark 0.31.2, section 6.6: name, then the value with its quotes, if it has any. */
const ATTRIBUTE = /[ \t\r\n]+([A-Za-z_:][\w.:-]*)(?:[ \t\r\n]*=[ \t\r\n]*([^ \t\r\n"'=<>`]+|'[^']*'|"[^"]*"))?/y;
const QUOTE = /^["']/;
const HTML_MARK = /</g;
/** Marks that can open HTML, or code spans and escapes, which hold no HTML. */
const INLINE_MARK = /[<`\\]/g;

/** Yields every `<img>` of a note, as {@link fileTags} does. */
export function* imageTags(tree: BlockTree): Generator<FileTag> {
  for (const tag of fileTags(tree)) if (tag.name === 'img') yield tag;
}

/** Yields every tag that shows or links a file, outside of code and comments, in document order. */
export function* fileTags(tree: BlockTree): Generator<FileTag> {
  const { body, nodes } = tree;
  if (!FILE_TAG.test(body)) return;
  for (let node = 0; node < nodes.length; node++) {
    const kind = nodes.kind(node);
    const inline = kind === PARAGRAPH || kind === HEADING || kind === TABLE;
    if (!inline && kind !== HTML) continue;
    const leaf = nodeText(tree, node);
    if (!FILE_TAG.test(leaf.text)) continue;
    for (const [from, to] of tags(leaf.text, inline ? INLINE_MARK : HTML_MARK)) {
      const source = findSource(leaf.text.slice(from, to));
      if (source === null) continue;
      const [start, end] = bodyRange(leaf, from, to);
      const [targetStart, targetEnd] = bodyRange(leaf, from + source.start, from + source.end);
      yield { name: source.name, start, end, target: source.address, targetStart, targetEnd };
    }
  }
}

/** Yields the ranges of raw HTML in a text. */
function* tags(text: string, mark: RegExp): Generator<[from: number, to: number]> {
  const html = new RawHtml(text);
  const code = new CodeSpans(text);
  for (let at = nextMark(text, mark, 0); at !== -1; ) {
    let end = at + 2;
    if (text[at] === '`') end = code.end(at);
    else if (text[at] === '<') {
      end = Math.max(html.end(at), at + 1);
      yield [at, end];
    }
    at = nextMark(text, mark, end);
  }
}

function nextMark(text: string, mark: RegExp, from: number): number {
  mark.lastIndex = from;
  return mark.exec(text)?.index ?? -1;
}

/** Returns the value of the first `href` of an `<a>`, or `src` of another tag; later ones are ignored. */
function findSource(tag: string): { name: string; address: string; start: number; end: number } | null {
  const [opening, written] = TAG_NAME.exec(tag) ?? [];
  if (opening === undefined || written === undefined) return null;
  const name = written.toLowerCase();
  const wanted = name === 'a' ? 'href' : 'src';
  ATTRIBUTE.lastIndex = opening.length;
  for (let found = ATTRIBUTE.exec(tag); found !== null; found = ATTRIBUTE.exec(tag)) {
    const [, attribute = '', value = ''] = found;
    if (attribute.toLowerCase() !== wanted) continue;
    const quotes = QUOTE.test(value) ? 1 : 0;
    const end = ATTRIBUTE.lastIndex - quotes;
    const start = ATTRIBUTE.lastIndex - value.length + quotes;
    return { name, address: decodeEntities(tag.slice(start, end)), start, end };
  }
  return null;
}
