import { slugOf } from '@notes/markdown-blocks';
import type { SafeElement, SafeNode } from '@notes/markdown-view';
import { escaped, type HtmlAttributes, type Markup, tag } from './html.js';
import type { Maths } from './maths.js';

/** Where what a text names is on the site, as an address relative to the page; undefined where it is not part of it. */
export interface Targets {
  note(link: { readonly kind: string; readonly to: string; readonly at: string | undefined }): string | undefined;
  attachment(id: string): { readonly url: string; readonly mimeType: string } | undefined;
}

export interface BodyContext {
  readonly targets: Targets;
  /** Undefined where formulas are shown as they are written. */
  readonly maths: Maths | undefined;
}

/** Nodes of a note as markup: every text escaped, nothing in it but what the lists of nodes hold. */
export const bodyMarkup = (nodes: readonly SafeNode[], context: BodyContext): Markup =>
  nodes.map((node) => markupOf(node, context)).join('');

function markupOf(node: SafeNode, context: BodyContext): Markup {
  if (typeof node === 'string') return escaped(node);
  const part = node.attributes['data-part'];
  if (part !== undefined && Object.hasOwn(parts, part)) return parts[part as keyof typeof parts](node, context);
  if (node.attributes['data-kind'] !== undefined) return linkMarkup(node, context);
  const inner = bodyMarkup(node.children, context);
  const attributes = plainAttributes(node);
  if (node.tag === 'a') return tag('a', { ...attributes, rel: 'noopener noreferrer' }, inner);
  if (node.tag === 'pre') return tag('pre', { ...attributes, tabindex: '0' }, inner);
  // What is wider than the page scrolls by itself.
  if (node.tag === 'table') return tag('div', { class: 'table', tabindex: '0' }, tag('table', attributes, inner));
  return tag(node.tag, attributes, inner);
}

function plainAttributes({ attributes }: SafeElement): HtmlAttributes {
  const { href, alt, title, class: name, start, type, checked, disabled, 'data-anchor': id } = attributes;
  return { href, alt, title, class: name, start, type, checked, disabled, id: id || undefined };
}

/** What stands in for elements that are not text. */
const parts = {
  image: imageMarkup,
  'remote-image': ({ attributes: { alt, 'data-to': href } }: SafeElement) =>
    tag('a', { href, rel: 'noopener noreferrer' }, escaped(alt || href || '')),
  embed: (node: SafeElement, context: BodyContext) =>
    linkMarkup({ ...node, children: [node.attributes.alt ?? ''] }, context),
  math: ({ children, attributes, tag: name }: SafeElement, { maths }: BodyContext) => {
    const source = children.join('');
    const made = maths?.(source, attributes.class?.includes('display') === true);
    return made ?? tag(name, { class: attributes.class }, escaped(source));
  },
  task: (node: SafeElement) => {
    const label = node.attributes.checked === undefined ? 'To do' : 'Done';
    return tag('input', { ...plainAttributes(node), 'aria-label': label });
  },
  diagram: ({ children }: SafeElement, context: BodyContext) => bodyMarkup(children, context),
  // What a query finds may be private.
  'note-query': () => '',
  properties: () => '',
  'callout-kind': ({ children }: SafeElement) => {
    const kind = children.join('');
    return escaped(kind.charAt(0).toUpperCase() + kind.slice(1));
  },
  footnotes: ({ children }: SafeElement, context: BodyContext) =>
    tag('section', { class: 'footnotes', 'aria-label': 'Footnotes' }, bodyMarkup(children, context)),
  'footnote-back': (node: SafeElement, context: BodyContext) => linkMarkup({ ...node, children: ['↩'] }, context),
} as const;

/** A link to what is part of the site, or its text. */
function linkMarkup({ attributes, children }: SafeElement, context: BodyContext): Markup {
  const { 'data-kind': kind = '', 'data-to': to = '', 'data-at': at } = attributes;
  const inner = bodyMarkup(children, context);
  const href = hrefOf({ kind, to, at }, context.targets);
  const { title } = attributes;
  return href === undefined ? inner : tag('a', { href, ...(title !== undefined && { title }) }, inner);
}

function hrefOf(link: { kind: string; to: string; at: string | undefined }, targets: Targets): string | undefined {
  if (link.kind === 'self') return fragment(link.at);
  if (link.kind === 'resource') return targets.attachment(link.to)?.url;
  const page = targets.note(link);
  return page === undefined ? undefined : page + fragment(link.at);
}

/** Headings are found by their texts too; ids made of the text of a block are not on the page. */
function fragment(at: string | undefined): string {
  if (at === undefined || at === '' || at.startsWith('blk_')) return '';
  const name = at.slice(at.lastIndexOf('#') + 1);
  return `#${encodeURIComponent(name.startsWith('^') || name.startsWith('footnote-') ? name : slugOf(name))}`;
}

function imageMarkup({ attributes }: SafeElement, { targets }: BodyContext): Markup {
  const { alt = '', title, 'data-to': id = '' } = attributes;
  const found = targets.attachment(id);
  if (found === undefined) return escaped(alt);
  const { url, mimeType } = found;
  if (mimeType.startsWith('image/')) return tag('img', { src: url, alt, title, loading: 'lazy' });
  if (mimeType.startsWith('audio/')) return tag('audio', { src: url, controls: '', preload: 'none', title: alt });
  if (mimeType.startsWith('video/')) return tag('video', { src: url, controls: '', preload: 'none', title: alt });
  return tag('a', { href: url }, escaped(alt || 'Attachment'));
}
