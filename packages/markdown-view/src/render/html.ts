import { decodeEntities } from '@notes/markdown-blocks';
import { element, type SafeNode } from '../nodes.js';
import { imageNode } from './links.js';

/** Matches comments, declarations and tags; any other `<` is text. */
const MARKUP = /<!--.*?(?:-->|$)|<[?!][^>]*>?|<(\/?)([a-z][a-z0-9-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gis;
const ATTRIBUTE = /([a-z][\w:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;
/** Elements whose content is not for readers. */
const HIDDEN = /^(?:script|style|template|iframe|object|noscript|head|svg|math|select|textarea|title)$/i;
/** Elements whose tags end a paragraph. */
const BLOCK =
  /^(?:address|article|aside|blockquote|center|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/i;

/** Returns the element that a tag opens, if that element hides its content. */
export function getHidingElement(written: string): string | undefined {
  const [[, closes, name = '', attributes = ''] = []] = written.matchAll(MARKUP);
  return closes !== '' || !HIDDEN.test(name) || attributes.endsWith('/') ? undefined : name.toLowerCase();
}

/** Yields closing tags of elements that hide their content, each with its end. */
export function* closingTags(written: string): Generator<{ readonly name: string; readonly end: number }> {
  for (const { 0: markup, 1: closing, 2: name = '', index } of written.matchAll(MARKUP))
    if (closing === '/' && HIDDEN.test(name)) yield { name: name.toLowerCase(), end: index + markup.length };
}

/** Returns the end of an element in the text behind its opening tag; undefined where it is not closed. */
export function findElementEnd(hiddenIn: string, behind: string): number | undefined {
  for (const { name, end } of closingTags(behind)) if (name === hiddenIn) return end;
  return undefined;
}

/** Renders a tag within text. */
export function inlineHtml(written: string): SafeNode[] {
  const [[, closes, name = '', attributes = ''] = []] = written.matchAll(MARKUP);
  return closes === '' ? renderTag(name, attributes) : [];
}

/** Rendered block of HTML. */
interface RenderedHtml {
  /** Paragraphs of its text; undefined where there is no text. */
  readonly node: SafeNode | undefined;
  /** Element that hides the end of the block and the text behind it. */
  readonly hiddenIn: string | undefined;
}

export function htmlBlock(written: string): RenderedHtml {
  const paragraphs: SafeNode[][] = [[]];
  const add = (...nodes: SafeNode[]) => paragraphs.at(-1)?.push(...nodes.filter((node) => node !== ''));
  let at = 0;
  let hiddenIn: string | undefined;
  for (const { 0: markup, 1: closes, 2: name = '', 3: attributes = '', index } of written.matchAll(MARKUP)) {
    if (hiddenIn === undefined) add(decodeEntities(written.slice(at, index)));
    at = index + markup.length;
    if (hiddenIn !== undefined) {
      if (closes === '/' && name.toLowerCase() === hiddenIn) hiddenIn = undefined;
    } else if (closes === '' && HIDDEN.test(name)) hiddenIn = name.toLowerCase();
    else {
      if (BLOCK.test(name)) paragraphs.push([]);
      if (closes === '') add(...renderTag(name, attributes));
    }
  }
  if (hiddenIn === undefined) add(decodeEntities(written.slice(at)));
  const filled = paragraphs.filter((nodes) => nodes.some((node) => typeof node !== 'string' || node.trim() !== ''));
  const [only, ...more] = filled.map((nodes) => element('p', nodes));
  return { node: more.length === 0 ? only : element('div', [only as SafeNode, ...more]), hiddenIn };
}

/** Renders a line break, an image, or an anchor. */
function renderTag(name: string, written: string): SafeNode[] {
  const tag = name.toLowerCase();
  if (tag === 'br') return [element('br')];
  const attributes = parseAttributes(written);
  const anchor = attributes.get('id') ?? (tag === 'a' ? attributes.get('name') : undefined);
  const place = anchor ? [element('span', [], { 'data-anchor': anchor })] : [];
  const address = tag === 'img' ? (attributes.get('src')?.trim() ?? '') : '';
  return address === '' ? place : [...place, imageNode({ address, title: undefined }, attributes.get('alt') ?? '')];
}

/** Parses attributes; the first of each name counts. */
function parseAttributes(written: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, key = '', double, single, bare] of written.matchAll(ATTRIBUTE)) {
    const known = key.toLowerCase();
    if (!attributes.has(known)) attributes.set(known, decodeEntities(double ?? single ?? bare ?? ''));
  }
  return attributes;
}
