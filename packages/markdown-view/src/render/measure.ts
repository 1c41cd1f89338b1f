import type { RenderedBlock, SafeNode, Tag } from '../nodes.js';

/** Characters of prose in a line of usual width. */
const LINE_LENGTH = 80;
/** Lines that the margins, paddings and larger letters of an element add to its text. */
const SPACE: { readonly [Name in Tag]?: number } = {
  ...{
    dl: 0.5,
    figure: 0.5,
    p: 0.5,
    ul: 0.5,
    ol: 0.5,
    table: 0.5,
    blockquote: 0.5,
    section: 0.5,
    details: 1.5,
    pre: 1.3,
    hr: 2,
  },
  ...{ h1: 1.8, h2: 1.4, h3: 1.2, h4: 1, h5: 1, h6: 1, tr: 0.2 },
};
/** Elements whose text starts on a new line. */
const LINES: ReadonlySet<Tag> = new Set<Tag>([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'li',
  'summary',
  'tr',
  'dt',
  'dd',
]);

type Measures = Pick<RenderedBlock, 'text' | 'anchors' | 'rows'>;

/** Returns the text and the anchors of a block, and an estimate of its height. */
export function measureBlock(node: SafeNode): Measures {
  const texts: string[] = [];
  const anchors: string[] = [];
  const rows = measure(node, texts, anchors);
  return { text: texts.join(''), anchors, rows: Math.max(1, Math.round(rows * 10) / 10) };
}

function measure(node: SafeNode, texts: string[], anchors: string[]): number {
  if (typeof node === 'string') {
    texts.push(node);
    return node.length / LINE_LENGTH;
  }
  const { tag, attributes, children } = node;
  const anchor = attributes['data-anchor'];
  if (anchor !== undefined) anchors.push(anchor);
  if (tag === 'pre') return SPACE.pre! + codeLines(children, texts, anchors);
  if (LINES.has(tag) && texts.length > 0 && !texts.at(-1)?.endsWith('\n')) texts.push('\n');
  const isClosed = tag === 'details' && attributes.open === undefined;
  let rows = 0;
  for (const child of children) {
    const own = measure(child, texts, anchors);
    if (!isClosed || (typeof child === 'object' && child.tag === 'summary')) rows += own;
  }
  if (LINES.has(tag)) {
    texts.push('\n');
    rows = Math.max(1, Math.ceil(rows));
  }
  if (tag === 'td' || tag === 'th') texts.push(' ');
  return rows + (SPACE[tag] ?? 0);
}

/** Counts lines of code, which do not wrap and are lower than lines of prose. */
function codeLines(children: readonly SafeNode[], texts: string[], anchors: string[]): number {
  const before = texts.length;
  for (const child of children) measure(child, texts, anchors);
  const lines = texts.slice(before).join('').split('\n').length;
  return lines * LOWER_LINE;
}

const LOWER_LINE = 0.8;
