import type { Tag } from '../nodes.js';

/**
 * Content of an element: text within a line (`span`), text of a block (`text`), blocks (`flow`), text or blocks (`item`),
 * or the items of a list, definition list, table, group of rows, or row.
 */
export type Content = 'span' | 'text' | 'flow' | 'item' | 'list' | 'terms' | 'table' | 'rows' | 'row';

export interface HtmlElement {
  readonly tag: Tag;
  readonly content: Content;
  /** Contents of the elements that this element occurs in; undefined for an element that occurs anywhere. */
  readonly within?: readonly Content[];
}

const spans: Readonly<Record<string, Tag>> = {
  ...{ abbr: 'abbr', acronym: 'abbr', b: 'strong', bdi: 'bdi', cite: 'em', code: 'code', del: 'del', dfn: 'em' },
  ...{ em: 'em', i: 'em', ins: 'ins', kbd: 'kbd', mark: 'mark', q: 'q', rp: 'rp', rt: 'rt', ruby: 'ruby', s: 's' },
  ...{ samp: 'samp', small: 'small', strike: 's', strong: 'strong', sub: 'sub', sup: 'sup', tt: 'code', u: 'u' },
  ...{ var: 'var' },
};
const texts: Readonly<Record<string, Tag>> = {
  ...{ p: 'p', h1: 'h1', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h5', h6: 'h6', pre: 'pre', figcaption: 'figcaption' },
};
/** Blocks that a reader sees as blocks without a look of their own. */
const DIVISIONS = [
  ...['address', 'article', 'aside', 'body', 'center', 'dialog', 'div', 'fieldset', 'footer', 'form', 'header'],
  ...['hgroup', 'html', 'legend', 'main', 'menu', 'nav', 'optgroup', 'option', 'search', 'section'],
];

const elements: ReadonlyMap<string, HtmlElement> = new Map([
  ...Object.entries(spans).map(([name, tag]): [string, HtmlElement] => [name, { tag, content: 'span' }]),
  ...Object.entries(texts).map(([name, tag]): [string, HtmlElement] => [name, { tag, content: 'text' }]),
  ...DIVISIONS.map((name): [string, HtmlElement] => [name, { tag: 'div', content: 'flow' }]),
  ['blockquote', { tag: 'blockquote', content: 'flow' }],
  ['details', { tag: 'details', content: 'flow' }],
  ['figure', { tag: 'figure', content: 'flow' }],
  ['summary', { tag: 'summary', content: 'text' }],
  ['ul', { tag: 'ul', content: 'list' }],
  ['ol', { tag: 'ol', content: 'list' }],
  ['li', { tag: 'li', content: 'item', within: ['list'] }],
  ['dl', { tag: 'dl', content: 'terms' }],
  ['dt', { tag: 'dt', content: 'item', within: ['terms'] }],
  ['dd', { tag: 'dd', content: 'item', within: ['terms'] }],
  ['table', { tag: 'table', content: 'table' }],
  ['caption', { tag: 'caption', content: 'item', within: ['table'] }],
  ['thead', { tag: 'thead', content: 'rows', within: ['table'] }],
  ['tbody', { tag: 'tbody', content: 'rows', within: ['table'] }],
  ['tfoot', { tag: 'tfoot', content: 'rows', within: ['table'] }],
  ['tr', { tag: 'tr', content: 'row', within: ['rows', 'table'] }],
  ['th', { tag: 'th', content: 'item', within: ['row', 'rows', 'table'] }],
  ['td', { tag: 'td', content: 'item', within: ['row', 'rows', 'table'] }],
]);

/** Elements that show their content only, or nothing. */
const NEUTRAL: ReadonlySet<string> = new Set([
  ...['a', 'area', 'audio', 'base', 'basefont', 'bdo', 'bgsound', 'big', 'blink', 'br', 'button', 'canvas', 'col'],
  ...['colgroup', 'data', 'datalist', 'dir', 'embed', 'font', 'frame', 'frameset', 'hr', 'img', 'input', 'isindex'],
  ...['keygen', 'label', 'link', 'map', 'marquee', 'meta', 'meter', 'nobr', 'noframes', 'output', 'param', 'picture'],
  ...['progress', 'rb', 'rtc', 'slot', 'source', 'spacer', 'span', 'time', 'track', 'video', 'wbr'],
]);

/** Elements whose content is not for readers. */
const HIDDEN: ReadonlySet<string> = new Set([
  ...['script', 'style', 'template', 'iframe', 'object', 'noscript', 'head', 'svg', 'math', 'select', 'textarea'],
  ...['title', 'applet'],
]);

/** Returns the element that an HTML tag stands for; undefined for a tag that has no element. */
export const findElement = (name: string): HtmlElement | undefined => elements.get(name);

/** Returns true for an element whose content is not shown. */
export const isHiding = (name: string): boolean => HIDDEN.has(name);

/** Returns true for the name of an element of HTML. */
export const isHtmlName = (name: string): boolean => elements.has(name) || NEUTRAL.has(name) || HIDDEN.has(name);
