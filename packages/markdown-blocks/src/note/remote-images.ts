import { nodeText } from '../blocks/leaf-text.js';
import { HEADING, HTML, PARAGRAPH, TABLE } from '../blocks/node-table.js';
import type { BlockTree } from '../blocks/parser.js';
import { CodeSpans } from '../inline/code-spans.js';
import { RawHtml } from '../inline/raw-html.js';

const IMAGE_TAG = /<img\s/i;
const REMOTE_IMAGE = /^<img\s(?:.*?\s)?src\s*=\s*["']?\s*(?:https?:)?\/\//is;
const HTML_MARK = /</g;
/** In inline Markdown, what code spans and escapes hold is no HTML. */
const INLINE_MARK = /[<`\\]/g;

/** True when the note has an `<img>`, outside of code and comments, that is fetched from elsewhere. */
export function hasRemoteImageTag(tree: BlockTree): boolean {
  const { body, nodes } = tree;
  if (!IMAGE_TAG.test(body)) return false;
  for (let node = 0; node < nodes.length; node++) {
    const kind = nodes.kind(node);
    const inline = kind === PARAGRAPH || kind === HEADING || kind === TABLE;
    if (!inline && kind !== HTML) continue;
    const { text } = nodeText(tree, node);
    if (IMAGE_TAG.test(text) && isInHtml(text, inline ? INLINE_MARK : HTML_MARK)) return true;
  }
  return false;
}

function isInHtml(text: string, mark: RegExp): boolean {
  const html = new RawHtml(text);
  const code = new CodeSpans(text);
  for (let at = nextMark(text, mark, 0); at !== -1; ) {
    let end = at + 2;
    if (text[at] === '`') end = code.end(at);
    else if (text[at] === '<') {
      end = Math.max(html.end(at), at + 1);
      if (REMOTE_IMAGE.test(text.slice(at, end))) return true;
    }
    at = nextMark(text, mark, end);
  }
  return false;
}

function nextMark(text: string, mark: RegExp, from: number): number {
  mark.lastIndex = from;
  return mark.exec(text)?.index ?? -1;
}
