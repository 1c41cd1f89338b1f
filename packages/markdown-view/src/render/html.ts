import { decodeEntities } from '@notes/markdown-blocks';
import {
  alignmentClass,
  besideClass,
  parseAttributes,
  pickAttributes,
  sizeAttributes,
  type WrittenAttributes,
} from '../html/attributes.js';
import { findElement, isHiding, isHtmlName } from '../html/elements.js';
import { type HtmlTag, readHtml, readTags } from '../html/read-html.js';
import type { TagMatches } from '../html/tag-matches.js';
import type { TreeBuilder } from '../html/tree-builder.js';
import { type Attributes, element, type SafeNode } from '../nodes.js';
import { withSize } from './image-size.js';
import { imageNode, linkNode } from './links.js';

/** Returns the element that a tag opens, if that element hides its content. */
export function getHidingElement({ type, name, attributes }: HtmlTag): string | undefined {
  return type === 'open' && isHiding(name) && !attributes.endsWith('/') ? name : undefined;
}

/** Yields closing tags of elements that hide their content, each with its end. */
export function* closingTags(written: string): Generator<{ readonly name: string; readonly end: number }> {
  for (const { type, name, to } of readTags(written)) if (type === 'close' && isHiding(name)) yield { name, end: to };
}

/** Returns the end of an element in the text behind its opening tag; undefined where it is not closed. */
export function findElementEnd(hiddenIn: string, behind: string): number | undefined {
  for (const { name, end } of closingTags(behind)) if (name === hiddenIn) return end;
  return undefined;
}

/** Text with HTML, and its location in the note. */
interface HtmlText {
  readonly written: string;
  /** Offset of the text in the note. */
  readonly offset: number;
  readonly line: number;
  readonly matches: TagMatches;
}

/**
 * Adds a block of HTML.
 *
 * @returns the name of the element that hides the end of the block and the text behind it
 */
export function addHtmlBlock(builder: TreeBuilder, { written, offset, line, matches }: HtmlText): string | undefined {
  let hiddenIn: string | undefined;
  for (const piece of readHtml(written)) {
    if (hiddenIn !== undefined) {
      if (piece.type === 'close' && piece.name === hiddenIn) hiddenIn = undefined;
    } else if (piece.type === 'text') builder.addText(decodeEntities(piece.text), line);
    else {
      addTag(builder, piece, { line, isMatched: matches.has(offset + piece.from) });
      hiddenIn = getHidingElement(piece);
    }
  }
  builder.endHtml();
  return hiddenIn;
}

interface TagPosition {
  readonly line: number;
  /** True for a tag that has a partner among the siblings of its text. */
  readonly isMatched: boolean;
}

/** Adds a tag: opens or closes its element, or shows a void element, a medium or an anchor. */
export function addTag(builder: TreeBuilder, tag: HtmlTag, position: TagPosition): void {
  const { type, name, attributes, written } = tag;
  const isText = !position.isMatched && !isHtmlName(name) && attributes.trim() === '';
  if (isText) builder.addText(written, position.line);
  else if (type === 'close') builder.close(name);
  else openTag(builder, name, parseAttributes(attributes), position);
}

function openTag(builder: TreeBuilder, name: string, written: WrittenAttributes, position: TagPosition): void {
  const found = findElement(name);
  if (found !== undefined) {
    const attributes = getAttributes(name, written);
    const isInline = found.content === 'span';
    builder.open({ name, element: found, attributes: isInline ? pickInline(attributes) : attributes, ...position });
    return;
  }
  const { line } = position;
  const anchor = getAnchor(name, written);
  if (anchor !== undefined) builder.addInline(element('span', [], { 'data-anchor': anchor }), line);
  if (name === 'a') openLink(builder, written, position);
  else if (name === 'hr') builder.addRule(line);
  else for (const node of voidNodes(name, written)) builder.addInline(node, line);
}

const INLINE: ReadonlySet<string> = new Set(['data-anchor', 'title', 'dir']);

const pickInline = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => INLINE.has(name)));

/** Returns the attributes of an element within a text, from the source of its tag's attributes. */
export const getSpanAttributes = (name: string, attributes: string): Attributes =>
  pickInline(getAttributes(name, parseAttributes(attributes)));

function getAnchor(name: string, written: WrittenAttributes): string | undefined {
  return written.get('id') || (name === 'a' ? written.get('name') || undefined : undefined);
}

function getAttributes(name: string, written: WrittenAttributes): Attributes {
  const anchor = getAnchor(name, written);
  return {
    ...pickAttributes(written, NAMED[name] ?? ['dir']),
    ...(name === 'details' && written.has('open') && { open: '' }),
    ...(name === 'center' ? { class: 'center' } : alignmentClass(written)),
    ...(anchor !== undefined && { 'data-anchor': anchor }),
  };
}

/** Attributes that elements keep. */
const NAMED: Readonly<Record<string, readonly (keyof Attributes)[]>> = {
  abbr: ['title'],
  acronym: ['title'],
  dfn: ['title'],
  td: ['dir', 'colspan', 'rowspan'],
  th: ['dir', 'colspan', 'rowspan'],
  ol: ['dir', 'start'],
};

function openLink(builder: TreeBuilder, written: WrittenAttributes, { line, isMatched }: TagPosition): void {
  const address = written.get('href')?.trim() ?? '';
  if (address === '' || builder.has('a')) return;
  const title = written.get('title');
  const make = (children: readonly SafeNode[]) => linkNode('link', { address, title }, children);
  const opening = { name: 'a', element: { tag: 'a', content: 'span' }, attributes: {}, isMatched, line } as const;
  builder.open({ ...opening, make });
}

/** Returns the nodes of an element without content. */
function voidNodes(name: string, written: WrittenAttributes): SafeNode[] {
  if (name === 'br' || name === 'wbr') return [element(name)];
  const address = written.get('src')?.trim() ?? '';
  if (address === '') return [];
  if (name === 'img') return [htmlImage(address, written)];
  return name === 'video' || name === 'audio' ? [mediumNode(address, written.get('title') ?? '')] : [];
}

function htmlImage(address: string, written: WrittenAttributes): SafeNode {
  const node = imageNode({ address, title: written.get('title') }, written.get('alt') ?? '');
  return withSize(node, { ...sizeAttributes(written), ...besideClass(written) });
}

/** Renders sound or video: an attachment as a player, one elsewhere as a link. */
function mediumNode(address: string, alt: string): SafeNode {
  const node = imageNode({ address, title: undefined }, alt);
  const isElsewhere = typeof node !== 'string' && node.attributes['data-part'] === 'remote-image';
  return isElsewhere ? linkNode('link', { address, title: undefined }, [address]) : node;
}
