/** Safe nodes of a rendered note: elements of a closed list, with attributes of a closed list, and text. */

export interface SafeElement {
  readonly tag: Tag;
  readonly attributes: Attributes;
  readonly children: readonly SafeNode[];
}
export type SafeNode = SafeElement | string;
export type Attributes = { readonly [Name in Attribute]?: string };

const TAGS = [
  ...(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'blockquote', 'pre', 'ul', 'ol', 'li'] as const),
  ...(['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'] as const),
  ...(['div', 'section', 'details', 'summary', 'figure', 'figcaption', 'dl', 'dt', 'dd'] as const),
  ...(['a', 'em', 'strong', 'del', 'ins', 's', 'u', 'mark', 'small', 'sub', 'sup', 'q', 'abbr', 'bdi'] as const),
  ...(['code', 'kbd', 'samp', 'var', 'ruby', 'rp', 'rt', 'br', 'wbr', 'input', 'span'] as const),
] as const;
export type Tag = (typeof TAGS)[number];
const tags: ReadonlySet<string> = new Set(TAGS);

/** Matches addresses that a click may open; the page makes those of notes. */
const HREF = /^(?:https?:\/\/|mailto:)/;
const COUNT = /^\d{1,9}$/;
const NAME = /^[a-z][a-z0-9 -]*$/;
/** Pixels, and per cent of the line for a width. */
const WIDTH = /^\d{1,4}%?$/;
const HEIGHT = /^\d{1,4}$/;
/** Most columns or rows that a cell spans. */
const MAX_SPAN = 100;
const DIRECTION = /^(?:auto|ltr|rtl)$/;
const any = () => true;
const isSpan = (value: string) => COUNT.test(value) && Number(value) >= 1 && Number(value) <= MAX_SPAN;

/** Allowed values of each attribute. The page reads attributes that begin with `data-`. */
const attributes = {
  href: (value: string) => HREF.test(value),
  alt: any,
  title: any,
  class: (value: string) => NAME.test(value),
  start: (value: string) => COUNT.test(value),
  type: (value: string) => value === 'checkbox',
  checked: (value: string) => value === '',
  disabled: (value: string) => value === '',
  dir: (value: string) => DIRECTION.test(value),
  open: (value: string) => value === '',
  width: (value: string) => WIDTH.test(value),
  height: (value: string) => HEIGHT.test(value),
  colspan: (value: string) => isSpan(value),
  rowspan: (value: string) => isSpan(value),
  /** Name of the part of the page that renders the element. */
  'data-part': (value: string) => NAME.test(value),
  /** Line offset from the first line of its block. */
  'data-line': (value: string) => COUNT.test(value),
  /** Anchor of the element: the part of a link behind the #. */
  'data-anchor': any,
  /** Target of a link: a title, an id, or an address, as `data-kind` says. */
  'data-to': any,
  'data-kind': (value: string) => NAME.test(value),
  /** Anchor within the target. */
  'data-at': any,
  /** Language of code. */
  'data-language': any,
} as const;
type Attribute = keyof typeof attributes;

export const isTag = (name: string): name is Tag => tags.has(name);

export const isAttribute = (name: string, value: string): name is Attribute =>
  Object.hasOwn(attributes, name) && attributes[name as Attribute](value);

export const element = (tag: Tag, children: readonly SafeNode[] = [], attributes: Attributes = {}): SafeElement => ({
  tag,
  attributes,
  children,
});

/** Block of a rendered note, or a part of a long one. */
export interface RenderedBlock {
  /** Line of the body that the block begins on, from 1. */
  readonly line: number;
  /** SafeNode as JSON. Blocks with equal JSON look alike, so a page can keep the elements it has built. */
  readonly json: string;
  /** Text of the block without its markup, for a page that has not built its elements yet. */
  readonly text: string;
  /** Anchors in the block, in order. */
  readonly anchors: readonly string[];
  /** Estimated height, in lines of prose. */
  readonly rows: number;
}
