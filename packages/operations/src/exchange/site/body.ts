import type { SafeElement, SafeNode } from '@notes/markdown-view';
import { escapeHtml, type HtmlAttributes, type Markup, renderTag } from './html.js';
import type { Maths } from './maths.js';

/** A link of a text: its kind, its target and its anchor. */
export interface NamedLink {
  readonly kind: string;
  readonly to: string;
  readonly at: string | undefined;
}

/** Resolves targets to URLs relative to the page; undefined for a target outside the site. */
export interface Targets {
  /** URL of the note's own page, when its text is part of another page. */
  readonly self: string | undefined;
  note(link: NamedLink): string | undefined;
  /** Returns the element id of a link's anchor; undefined when its page has no such id. */
  anchor(link: NamedLink): string | undefined;
  attachment(id: string): { readonly url: string; readonly mimeType: string } | undefined;
}

export interface BodyContext {
  readonly targets: Targets;
  /** Renderer of formulas; undefined shows them as source text. */
  readonly maths: Maths | undefined;
  /** Embedded notes shown in place, by the element that names them. */
  readonly embeds: ReadonlyMap<SafeElement, Markup>;
}

/** Converts the nodes of a note to HTML. All text is escaped, and only elements and attributes of the nodes appear. */
export const renderBody = (nodes: readonly SafeNode[], context: BodyContext): Markup =>
  nodes.map((node) => renderNode(node, context)).join('');

function renderNode(node: SafeNode, context: BodyContext): Markup {
  if (typeof node === 'string') return escapeHtml(node);
  const part = node.attributes['data-part'];
  if (part !== undefined && Object.hasOwn(parts, part)) return parts[part as keyof typeof parts](node, context);
  if (node.attributes['data-kind'] !== undefined) return renderLink(node, context);
  const inner = renderBody(node.children, context);
  const attributes = getPlainAttributes(node);
  if (node.tag === 'p' && node.children.some((child) => isEmbedded(child, context)))
    return splitParagraph(node, context);
  if (node.tag === 'a') return renderTag('a', { ...attributes, rel: 'noopener noreferrer' }, inner);
  if (node.tag === 'pre') return renderTag('pre', { ...attributes, tabindex: '0' }, inner);
  // A table wider than the page scrolls by itself.
  if (node.tag === 'table')
    return renderTag('div', { class: 'table', tabindex: '0' }, renderTag('table', attributes, inner));
  return renderTag(node.tag, attributes, inner);
}

const isEmbedded = (node: SafeNode, { embeds }: BodyContext): boolean => typeof node !== 'string' && embeds.has(node);

/** Converts a paragraph with embedded notes to the paragraphs around them: a paragraph cannot contain blocks. */
function splitParagraph(node: SafeElement, context: BodyContext): Markup {
  const attributes = getPlainAttributes(node);
  const pieces: Markup[] = [];
  let run: SafeNode[] = [];
  const endRun = () => {
    if (run.some((child) => !isBlank(child))) pieces.push(renderTag('p', {}, renderBody(run, context)));
    run = [];
  };
  for (const child of node.children)
    if (isEmbedded(child, context)) {
      endRun();
      pieces.push(renderNode(child, context));
    } else run.push(child);
  endRun();
  return Object.values(attributes).every((value) => value === undefined)
    ? pieces.join('')
    : renderTag('div', attributes, pieces.join(''));
}

const isBlank = (node: SafeNode): boolean => (typeof node === 'string' ? node.trim() === '' : node.tag === 'br');

function getPlainAttributes({ attributes }: SafeElement): HtmlAttributes {
  const { 'data-anchor': id, ...others } = attributes;
  const kept = Object.entries(others).filter(([name]) => !name.startsWith('data-'));
  return { ...Object.fromEntries(kept), id: id || undefined };
}

/** Text of a link to an attachment without a text. The file name stays private. */
const ATTACHMENT = 'Attachment';

/** Converters of special elements, by `data-part`. */
const parts = {
  image: renderImage,
  'remote-image': ({ attributes: { alt, 'data-to': href } }: SafeElement) =>
    renderTag('a', { href, rel: 'noopener noreferrer' }, escapeHtml(alt || href || '')),
  embed: (node: SafeElement, context: BodyContext) =>
    context.embeds.get(node) ?? renderLink({ ...node, children: [node.attributes.alt ?? ''] }, context),
  math: ({ children, attributes, tag: name }: SafeElement, { maths }: BodyContext) => {
    const source = children.join('');
    const made = maths?.(source, attributes.class?.includes('display') === true);
    return made ?? renderTag(name, { class: attributes.class }, escapeHtml(source));
  },
  task: (node: SafeElement) => {
    const label = node.attributes.checked === undefined ? 'To do' : 'Done';
    return renderTag('input', { ...getPlainAttributes(node), 'aria-label': label });
  },
  diagram: ({ children }: SafeElement, context: BodyContext) => renderBody(children, context),
  // The results of a query may be private.
  'note-query': () => '',
  properties: () => '',
  'callout-kind': ({ children }: SafeElement) => {
    const kind = children.join('');
    return escapeHtml(kind.charAt(0).toUpperCase() + kind.slice(1));
  },
  footnotes: ({ children }: SafeElement, context: BodyContext) =>
    renderTag('section', { class: 'footnotes', 'aria-label': 'Footnotes' }, renderBody(children, context)),
  'footnote-back': (node: SafeElement, context: BodyContext) => renderLink({ ...node, children: ['↩'] }, context),
} as const;

/** Returns a link when its target is part of the site, else the link text. */
function renderLink({ attributes, children }: SafeElement, context: BodyContext): Markup {
  const { 'data-kind': kind = '', 'data-to': to = '', 'data-at': at } = attributes;
  const inner = renderBody(children, context);
  const href = resolveHref({ kind, to, at }, context.targets);
  if (href === undefined) return inner;
  const { title } = attributes;
  const shown = kind === 'resource' && inner.trim() === '' ? ATTACHMENT : inner;
  return renderTag('a', { href, ...(title !== undefined && { title }) }, shown);
}

function resolveHref(link: NamedLink, targets: Targets): string | undefined {
  if (link.kind === 'resource') return targets.attachment(link.to)?.url;
  const id = targets.anchor(link);
  const fragment = id === undefined ? '' : `#${encodeURIComponent(id)}`;
  if (link.kind === 'self') return targets.self === undefined ? fragment || undefined : targets.self + fragment;
  const page = targets.note(link);
  return page === undefined ? undefined : page + fragment;
}

/** Yields the links in some nodes that name an anchor. */
export function* findAnchoredLinks(nodes: readonly SafeNode[]): Generator<NamedLink> {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    const { 'data-kind': kind, 'data-to': to = '', 'data-at': at } = node.attributes;
    if (kind !== undefined && kind !== 'resource' && at !== undefined && at !== '') yield { kind, to, at };
    yield* findAnchoredLinks(node.children);
  }
}

function renderImage({ attributes }: SafeElement, { targets }: BodyContext): Markup {
  const { alt = '', title, width, height, class: name, 'data-to': id = '' } = attributes;
  const found = targets.attachment(id);
  if (found === undefined) return escapeHtml(alt);
  const { url, mimeType } = found;
  if (mimeType.startsWith('image/'))
    return renderTag('img', { src: url, alt, title, width, height, class: name, loading: 'lazy' });
  if (mimeType.startsWith('audio/')) return renderTag('audio', { src: url, controls: '', preload: 'none', title: alt });
  if (mimeType.startsWith('video/')) return renderTag('video', { src: url, controls: '', preload: 'none', title: alt });
  return renderTag('a', { href: url }, escapeHtml(alt || ATTACHMENT));
}
