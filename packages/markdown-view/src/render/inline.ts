import type { TreeCursor } from '@lezer/common';
import { decodeEntities, wikilinkAt } from '@notes/markdown-blocks';
import { readTags } from '../html/read-html.js';
import { TagMatches } from '../html/tag-matches.js';
import { TreeBuilder } from '../html/tree-builder.js';
import { element, type SafeNode, type Tag } from '../nodes.js';
import { type Context, MAX_DEPTH } from './context.js';
import { type Destination, parseAddress, parseTitle } from './definitions.js';
import { addTag, findElementEnd, getHidingElement } from './html.js';
import { splitSize, withSize } from './image-size.js';
import { imageNode, linkNode, targetAttributes } from './links.js';
import { plainText } from './plain.js';
import { eachChild } from './walk.js';

const spans: Readonly<Record<string, Tag>> = {
  Emphasis: 'em',
  StrongEmphasis: 'strong',
  Strikethrough: 'del',
  Highlight: 'mark',
};
/** Syntax marks that render nothing. */
const MARKS =
  /^(?:Header|Emphasis|Strikethrough|Highlight|Code|Link|Quote|Task)(?:Mark|Marker)$|^Footnote(?:Label|Mark)$/;

/** Renders the text of the block at the cursor, or of a cell, where HTML may contain blocks. */
export function inlineNodes(cursor: TreeCursor, context: Context, root: 'text' | 'item' = 'text'): SafeNode[] {
  const { from, to } = cursor;
  context.textTo = to;
  context.isInCell = root === 'item';
  return nodesWithin(cursor, context, { from, to, root });
}

interface TextRange {
  readonly from: number;
  readonly to: number;
  readonly root?: 'text' | 'item';
}

/** Renders a range of the text of the cursor's node with the marks in it, without content that HTML hides. */
function nodesWithin(cursor: TreeCursor, context: Context, { from, to, root = 'text' }: TextRange): SafeNode[] {
  const { source } = context;
  const builder = new TreeBuilder(root, context, MAX_DEPTH);
  const matches = source.slice(from, to).includes('<') ? matchTags(cursor, source) : undefined;
  let at = Math.max(from, context.hiddenTo);
  const addText = (end: number) => {
    if (end > at) addPlain(builder, source.slice(at, end), context);
  };
  eachChild(cursor, (child) => {
    if (child.to <= at || child.from < from || child.to > to) return;
    addText(child.from);
    const isBreak = child.name === 'HardBreak';
    if (child.name === 'HTMLTag' && child.from >= context.hiddenTo) addHtml(builder, child, context, matches);
    else if (!MARKS.test(child.name)) for (const node of renderMark(child, context)) builder.addInline(node);
    at = child.name === 'QuoteMark' ? skipBlank(source, child.to) : child.to;
    if (isBreak) at = skipIndent(source, at);
    at = Math.max(at, context.hiddenTo);
  });
  addText(to);
  return builder.finish().map(({ node }) => node);
}

function matchTags(cursor: TreeCursor, source: string): TagMatches {
  const matches = new TagMatches();
  eachChild(cursor, ({ name, from, to }) => {
    if (name !== 'HTMLTag') return;
    for (const tag of readTags(source.slice(from, to))) matches.add(tag, from);
  });
  return matches;
}

/** Adds the tag at the cursor, and skips the content that it hides. */
function addHtml(builder: TreeBuilder, { from, to }: TreeCursor, context: Context, matches?: TagMatches): void {
  for (const tag of readTags(context.source.slice(from, to))) {
    addTag(builder, tag, { line: 0, isMatched: matches?.has(from) === true });
    const hiddenIn = getHidingElement(tag);
    if (hiddenIn !== undefined) context.hiddenTo = hiddenEnd(hiddenIn, to, context);
  }
}

/** Renders a mark. One that is hidden in part is rendered as plain text. */
function renderMark(cursor: TreeCursor, context: Context): SafeNode[] {
  if (cursor.from < context.hiddenTo) return nodesWithin(cursor, context, cursor);
  return [inlineNode(cursor, context)].flat();
}

function inlineNode(cursor: TreeCursor, context: Context): Rendered {
  const { name, from, to } = cursor;
  const source = context.source.slice(from, to);
  const written = context.isInCell && name !== 'Escape' ? source.replaceAll('\\|', '|') : source;
  if (context.depth >= MAX_DEPTH) return written;
  const tag = spans[name];
  context.depth += 1;
  try {
    if (tag !== undefined) return element(tag, nodesWithin(cursor, context, { from, to }));
    return readers[name]?.(cursor, context, written) ?? written;
  } finally {
    context.depth -= 1;
  }
}

type Rendered = SafeNode | SafeNode[];
type Reader = (cursor: TreeCursor, context: Context, written: string) => Rendered;

const readers: Readonly<Record<string, Reader>> = {
  Escape: (_cursor, _context, written) => written.slice(1),
  Entity: (_cursor, _context, written) => decodeEntities(written),
  HardBreak: () => element('br'),
  InlineCode: (_cursor, _context, written) => element('code', [codeText(written)]),
  Math: (_cursor, _context, written) => mathNode(written),
  Link: renderLink,
  Image: renderImage,
  Autolink: (_cursor, context, written) => addressNode(written.slice(1, -1), context),
  URL: (_cursor, context, written) => addressNode(written, context),
  Wikilink: (_cursor, _context, written) => wikilinkNode(written),
  Embed: (_cursor, _context, written) => wikilinkNode(written),
  Comment: () => [],
  ProcessingInstruction: () => [],
  FootnoteReference: (_cursor, { footnotes }, written) => footnotes.refer(written.slice(2, -1)) ?? written,
  InlineFootnote: (cursor, context) =>
    context.footnotes.addInline(nodesWithin(cursor, context, { from: cursor.from + 2, to: cursor.to - 1 })),
};

/**
 * Returns the end of hidden content: the end of the element in its text, or in a later one. For an unclosed element it
 * is the end of its text.
 */
function hiddenEnd(hiddenIn: string, from: number, { source, textTo, closings }: Context): number {
  const end = findElementEnd(hiddenIn, source.slice(from, textTo));
  return end === undefined ? (closings.findEndBehind(hiddenIn, from) ?? textTo) : from + end;
}

function codeText(written: string): string {
  const fence = /^`+/.exec(written)?.[0].length ?? 0;
  const text = written.slice(fence, -fence).replace(/\n[ \t]*/g, ' ');
  return text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '' ? text.slice(1, -1) : text;
}

function mathNode(written: string): SafeNode {
  const isDisplay = written.startsWith('$$');
  const text = isDisplay ? written.slice(2, -2) : written.slice(1, -1);
  return element('code', [text], { 'data-part': 'math', class: isDisplay ? 'math display' : 'math' });
}

function renderLink(cursor: TreeCursor, context: Context): Rendered {
  const { destination, textTo } = readLink(cursor, context);
  const text = { from: cursor.from + 1, to: textTo };
  if (destination === undefined || holdsLink(cursor, context))
    return ['[', ...nodesWithin(cursor, context, text), context.source.slice(textTo, cursor.to)];
  context.isInLink = true;
  const children = nodesWithin(cursor, context, text);
  context.isInLink = false;
  return linkNode('link', destination, children);
}

/** Returns true when the text of a link holds another link, which takes precedence: a wikilink or a defined reference. */
function holdsLink(cursor: TreeCursor, context: Context): boolean {
  let found = false;
  eachChild(cursor, (child) => {
    if (found || child.name === 'Image') return;
    const isReference = child.name === 'Link' && readLink(child, context).destination !== undefined;
    found = isReference || child.name === 'Wikilink' || holdsLink(child, context);
  });
  return found;
}

function renderImage(cursor: TreeCursor, context: Context): Rendered {
  const { destination, textTo } = readLink(cursor, context);
  const description = nodesWithin(cursor, context, { from: cursor.from + 2, to: textTo });
  if (destination === undefined) return ['![', ...description, context.source.slice(textTo, cursor.to)];
  const described = plainText(description);
  const { text, size } = splitSize(described);
  return withSize(imageNode(destination, text), size);
}

/** Reads the address or label of a link, and the end of its text. */
function readLink(cursor: TreeCursor, { source, definitions }: Context) {
  const parts: Record<string, string> = {};
  const marks: number[] = [];
  eachChild(cursor, ({ name, from, to }) => {
    if (name === 'LinkMark') marks.push(from);
    if (marks.length >= 2) parts[name] = source.slice(from, to);
  });
  const textTo = marks[1] ?? cursor.to;
  const opened = source.startsWith('![', cursor.from) ? cursor.from + 2 : cursor.from + 1;
  const isInline = source[textTo + 1] === '(' && marks.length > 2;
  const destination: Destination | undefined = isInline
    ? { address: parseAddress(parts.URL ?? ''), title: parseTitle(parts.LinkTitle) }
    : definitions.get(parseLabel(parts.LinkLabel) ?? source.slice(opened, textTo));
  return { destination, textTo };
}

const parseLabel = (written: string | undefined) => written?.slice(1, -1) || undefined;

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Renders an address in running text, whose scheme may be missing. In the text of a link it is text. */
function addressNode(written: string, { isInLink }: Context): SafeNode {
  if (isInLink) return written;
  const assumed = written.includes('@') ? `mailto:${written}` : `http://${written}`;
  const address = SCHEME.test(written) ? written : assumed;
  return linkNode('autolink', { address, title: undefined }, [written]);
}

function wikilinkNode(written: string): SafeNode {
  const isEmbed = written.startsWith('!');
  const text = isEmbed ? written.slice(1) : written;
  const link = wikilinkAt(text, 0);
  if (link === null) return written;
  const shown = text.slice(link.shownStart, link.shownEnd);
  const attributes = targetAttributes(isEmbed ? 'embed' : 'wikilink', link.target, link.anchor);
  if (attributes === undefined) return element('span', [shown], { class: 'dead-link' });
  if (!isEmbed) return element('a', [shown], attributes);
  // The name of a file may end like a size.
  const { text: alt, size } = link.shownStart === link.targetStart ? { text: shown, size: {} } : splitSize(`|${shown}`);
  return element('span', [], {
    ...attributes,
    'data-part': 'embed',
    alt: alt.replace(/^\|/, '') || link.target,
    ...size,
  });
}

/** Adds text; a line end is a space, or a line break where the settings say so. */
function addPlain(builder: TreeBuilder, text: string, { breaksLines }: Context): void {
  const lines = trimLines(text);
  const pieces = breaksLines ? lines : [lines.join('\n')];
  for (const [index, line] of pieces.entries()) {
    if (index > 0) builder.addInline(element('br'));
    if (line !== '') builder.addInline(line);
  }
}

/** Splits a text into its lines, without the blanks around the line ends. */
function trimLines(text: string): string[] {
  const lines = text.split('\n');
  return lines.map((line, index) => {
    const from = index === 0 ? 0 : skipIndent(line, 0);
    let to = line.length;
    if (index < lines.length - 1) while (to > from && isBlank(line[to - 1])) to -= 1;
    return line.slice(from, to);
  });
}

const isBlank = (character: string | undefined) => character === ' ' || character === '\t';

const skipBlank = (source: string, at: number) => (source[at] === ' ' ? at + 1 : at);

function skipIndent(source: string, at: number): number {
  let end = at;
  while (isBlank(source[end])) end += 1;
  return end;
}
