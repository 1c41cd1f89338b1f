/** What a note may become on the page: elements of a closed list, with attributes of a closed list, and text. */

export interface SafeElement {
  readonly tag: Tag;
  readonly attributes: Attributes;
  readonly children: readonly SafeNode[];
}
export type SafeNode = SafeElement | string;
export type Attributes = { readonly [Name in Attribute]?: string };

const TAGS = [
  ...(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'blockquote', 'pre', 'ul', 'ol', 'li'] as const),
  ...(['table', 'thead', 'tbody', 'tr', 'th', 'td', 'div', 'section', 'details', 'summary'] as const),
  ...(['a', 'em', 'strong', 'del', 'mark', 'sup', 'code', 'br', 'input', 'span'] as const),
] as const;
export type Tag = (typeof TAGS)[number];
const tags: ReadonlySet<string> = new Set(TAGS);

/** Addresses a click may lead to; those of notes are made by the page. */
const HREF = /^(?:https?:\/\/|mailto:)/;
const COUNT = /^\d{1,9}$/;
const NAME = /^[a-z][a-z0-9 -]*$/;
const any = () => true;

/** The values an attribute may have. Names that begin with `data-` are for the page to read. */
const attributes = {
  href: (value: string) => HREF.test(value),
  alt: any,
  title: any,
  class: (value: string) => NAME.test(value),
  start: (value: string) => COUNT.test(value),
  type: (value: string) => value === 'checkbox',
  checked: (value: string) => value === '',
  disabled: (value: string) => value === '',
  /** Which part of the page takes the element over. */
  'data-part': (value: string) => NAME.test(value),
  /** Lines from the first of the block it is in. */
  'data-line': (value: string) => COUNT.test(value),
  /** What leads here behind the # of a link. */
  'data-anchor': any,
  /** What a link names: a title, an id, or an address, as `data-kind` says. */
  'data-to': any,
  'data-kind': (value: string) => NAME.test(value),
  /** The anchor behind it. */
  'data-at': any,
  /** The language of code. */
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

/** A note as it is shown. */
export interface RenderedBlock {
  /** 1-based line of the body it begins on. */
  readonly line: number;
  /** A SafeNode as JSON: two blocks of one text are one block to the page, which keeps what it has built. */
  readonly json: string;
}
