import type { BlockTree } from '../src/blocks/block-tree.js';
import { nodeText } from '../src/blocks/leaf-text.js';
import * as kinds from '../src/blocks/node-table.js';

/** Beginning and end of the HTML of each kind of block. CommonMark has no others. */
const SHAPES: Readonly<Record<number, readonly [opens: RegExp, closes: RegExp]>> = {
  [kinds.PARAGRAPH]: [/<p>/sy, /.*?<\/p>/sy],
  [kinds.THEMATIC_BREAK]: [/<hr \/>/sy, /(?:)/sy],
  [kinds.INDENTED_CODE]: [/<pre><code>/sy, /.*?<\/code><\/pre>/sy],
  [kinds.FENCED_CODE]: [/<pre><code(?: class="[^"]*")?>/sy, /.*?<\/code><\/pre>/sy],
  [kinds.TABLE]: [/<table>/sy, /.*?<\/table>/sy],
  [kinds.QUOTE]: [/<blockquote>/sy, /<\/blockquote>/sy],
  [kinds.LIST_ITEM]: [/<li>/sy, /<\/li>/sy],
};
/** Matches a paragraph of an item in a tight list. */
const TIGHT = /(?!<(?:p|\/li)>).+?(?=<(?:\/li|ul|ol|blockquote|pre|h[1-6]|hr)\b)/sy;
const UNKNOWN = [/(?!)/, /(?!)/];
/** Matches text between blocks: line ends, and the lists around items, which are not blocks. */
const BETWEEN = /(?:\s|<\/?[uo]l(?: start="\d+")?>)*/y;

/**
 * Returns null when `html` consists of the blocks of `tree`, with its kinds and nesting; otherwise the expected block
 * and its offset.
 */
export function mismatch(tree: BlockTree, html: string): string | null {
  const { nodes } = tree;
  const open: number[] = [];
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(html);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const failure = (what: string) => `${what} at ${JSON.stringify(html.slice(at, at + 40))}`;
  const close = (depth: number): string | null => {
    while (open.length > depth) {
      const kind = open.pop()!;
      take(BETWEEN);
      if (!take(SHAPES[kind]![1])) return failure(`end of ${kind}`);
    }
    return null;
  };
  for (let node = 0; node < nodes.length; node++) {
    const kind = nodes.kind(node);
    const failed = close(nodes.depth(node));
    if (failed !== null) return failed;
    if (kind === kinds.NOTHING) continue;
    take(BETWEEN);
    if (kind === kinds.HTML) {
      const source = nodeText(tree, node).text;
      if (!html.startsWith(source, at)) return failure('html');
      at += source.length;
    } else if (kind === kinds.HEADING) {
      const level = Math.abs(nodes.level(node));
      if (!take(new RegExp(`<h${level}>.*?</h${level}>`, 'sy'))) return failure(`heading ${level}`);
    } else if (kind !== kinds.PARAGRAPH || open.at(-1) !== kinds.LIST_ITEM || !take(TIGHT)) {
      const [opens, closes] = SHAPES[kind] ?? UNKNOWN;
      if (!take(opens)) return failure(`kind ${kind}`);
      if (kind === kinds.QUOTE || kind === kinds.LIST_ITEM) open.push(kind);
      else if (!take(closes)) return failure(`end of ${kind}`);
    }
  }
  const failed = close(0);
  take(BETWEEN);
  return failed ?? (at < html.length ? failure('end') : null);
}
