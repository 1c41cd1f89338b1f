import { decodeEntities } from '@notes/markdown-blocks';
import { element, type SafeNode } from '../nodes.js';
import { imageNode } from './links.js';

/** Comments, declarations and tags; a `<` that opens none is text. */
const MARKUP = /<!--.*?(?:-->|$)|<[?!][^>]*>?|<(\/?)([a-z][a-z0-9-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gis;
const ATTRIBUTE = /([a-z][\w:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;
/** What stands in these is not for readers. */
const HIDDEN = /^(?:script|style|template|iframe|object|noscript|head|svg|math|select|textarea|title)$/i;
/** Between these one paragraph ends. */
const BLOCK =
  /^(?:address|article|aside|blockquote|center|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/i;

/** The element, of those that hide what they hold, that a tag opens. */
export function hiddenBy(written: string): string | undefined {
  const [[, closes, name = '', attributes = ''] = []] = written.matchAll(MARKUP);
  return closes !== '' || !HIDDEN.test(name) || attributes.endsWith('/') ? undefined : name.toLowerCase();
}

/** Tags that close what hides, each with where it ends. */
export function* closingTags(written: string): Generator<{ readonly name: string; readonly end: number }> {
  for (const { 0: markup, 1: closing, 2: name = '', index } of written.matchAll(MARKUP))
    if (closing === '/' && HIDDEN.test(name)) yield { name: name.toLowerCase(), end: index + markup.length };
}

/** Where, in the text behind its tag, an element ends; undefined where it does not. */
export function endOf(hiddenIn: string, behind: string): number | undefined {
  for (const { name, end } of closingTags(behind)) if (name === hiddenIn) return end;
  return undefined;
}

/** What a tag within text shows. */
export function inlineHtml(written: string): SafeNode[] {
  const [[, closes, name = '', attributes = ''] = []] = written.matchAll(MARKUP);
  return closes === '' ? shown(name, attributes) : [];
}

/** What a block of HTML shows. */
interface ShownHtml {
  /** Its text in paragraphs; undefined where that is nothing. */
  readonly node: SafeNode | undefined;
  /** The element that hides its end, and what follows. */
  readonly hiddenIn: string | undefined;
}

export function htmlBlock(written: string): ShownHtml {
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
      if (closes === '') add(...shown(name, attributes));
    }
  }
  if (hiddenIn === undefined) add(decodeEntities(written.slice(at)));
  const filled = paragraphs.filter((nodes) => nodes.some((node) => typeof node !== 'string' || node.trim() !== ''));
  const [only, ...more] = filled.map((nodes) => element('p', nodes));
  return { node: more.length === 0 ? only : element('div', [only as SafeNode, ...more]), hiddenIn };
}

/** A line break, an image, or a place that links lead to. */
function shown(name: string, written: string): SafeNode[] {
  const tag = name.toLowerCase();
  if (tag === 'br') return [element('br')];
  const attributes = attributesOf(written);
  const anchor = attributes.get('id') ?? (tag === 'a' ? attributes.get('name') : undefined);
  const place = anchor ? [element('span', [], { 'data-anchor': anchor })] : [];
  const address = tag === 'img' ? (attributes.get('src')?.trim() ?? '') : '';
  return address === '' ? place : [...place, imageNode({ address, title: undefined }, attributes.get('alt') ?? '')];
}

/** The first of each name counts. */
function attributesOf(written: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, key = '', double, single, bare] of written.matchAll(ATTRIBUTE)) {
    const known = key.toLowerCase();
    if (!attributes.has(known)) attributes.set(known, decodeEntities(double ?? single ?? bare ?? ''));
  }
  return attributes;
}
