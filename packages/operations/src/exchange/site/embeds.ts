import {
  type Embedding,
  findObstacle,
  MAX_EMBED_SIZE,
  MAX_EMBEDDED_BODY,
  MAX_EMBEDS,
  type PagePart,
  type SafeElement,
  type SafeNode,
  selectPagePart,
  type Tag,
  toEmbedKey,
} from '@notes/markdown-view';
import { relativeUrl } from '../export/paths.js';
import type { Snapshot } from '../export/snapshot.js';
import type { NamedLink } from './body.js';
import { escapeHtml, type Markup, renderTag } from './html.js';
import { getHeadingLevel, getNodeText } from './nodes.js';
import type { PageNodes } from './page-nodes.js';

/** Elements that may directly contain an embedded note. Elsewhere, as in a heading or a link, it stays a link. */
const CONTAINERS: ReadonlySet<Tag> = new Set<Tag>([
  ...(['p', 'div', 'section', 'blockquote', 'details', 'figure', 'figcaption'] as const),
  ...(['li', 'dd', 'td', 'th'] as const),
]);

/** Embedded note, as the caller renders it. */
interface EmbeddedNote {
  readonly pk: number;
  /** URL of its own page. */
  readonly self: string;
  readonly embedding: Embedding;
}

export interface EmbedSources {
  readonly snapshot: Snapshot;
  readonly pageNodes: PageNodes;
  /** Path of the page that the notes are embedded in. */
  readonly path: string;
  readonly embedding: Embedding;
  readonly findNote: (link: NamedLink) => string | undefined;
  /** Renders an embed as a link. */
  readonly renderLink: (node: SafeElement) => Markup;
  readonly renderNote: (note: EmbeddedNote, nodes: readonly SafeNode[]) => Promise<Markup>;
}

/** Yields the embeds of notes that can be shown in place. */
export function* findEmbeds(nodes: readonly SafeNode[], isContained = false): Generator<SafeElement> {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    const { 'data-part': part, 'data-kind': kind } = node.attributes;
    if (part === 'embed') {
      if (isContained && kind !== 'resource') yield node;
    } else if (part === undefined || part === 'footnotes') yield* findEmbeds(node.children, CONTAINERS.has(node.tag));
  }
}

/** Renders an embedded note, section or block; undefined when it is shown as a link, as for a note outside the site. */
export async function renderEmbed(node: SafeElement, sources: EmbedSources): Promise<Markup | undefined> {
  const { snapshot, path, embedding } = sources;
  const { 'data-kind': kind = '', 'data-to': to = '', 'data-at': at = '' } = node.attributes;
  const id = sources.findNote({ kind, to, at: node.attributes['data-at'] });
  const target = id === undefined ? undefined : snapshot.reader.exported.findPath('documents', id);
  const document = id === undefined ? undefined : snapshot.reader.documents.get(id);
  if (id === undefined || target === undefined || document === undefined) return undefined;
  const key = toEmbedKey(id, at);
  const { chain, total } = embedding;
  if (findObstacle(embedding, key) !== undefined || total.count >= MAX_EMBEDS) return undefined;
  total.count += 1;
  const part = await readPart(sources.pageNodes, document, at);
  if (part === undefined) return undefined;
  const self = relativeUrl(path, target);
  const shown = await sources.renderNote(
    { pk: document.pk, self, embedding: { chain: [...chain, key], total } },
    part.nodes.map(withoutAnchors),
  );
  const title = renderTag('p', { class: 'embed-title' }, sources.renderLink(node));
  return renderTag('div', { class: 'embedded' }, title + shown + (part.isTruncated ? renderRest(self) : ''));
}

const renderRest = (url: string): Markup =>
  renderTag('p', { class: 'embed-rest' }, renderTag('a', { href: url }, escapeHtml('Read the rest on its own page')));

async function readPart(
  pageNodes: PageNodes,
  { pk, title }: { readonly pk: number; readonly title: string },
  at: string,
): Promise<PagePart | undefined> {
  const nodes = await pageNodes.read(pk, MAX_EMBEDDED_BODY);
  if (nodes === undefined) return undefined;
  const [first] = nodes;
  const repeatsTitle =
    first !== undefined && getHeadingLevel(first) !== undefined && getNodeText(first).trim() === title.trim();
  return selectPagePart(at === '' && repeatsTitle ? nodes.slice(1) : nodes, { at, limit: MAX_EMBED_SIZE });
}

/** Removes the anchors of an embedded note: an id appears once on a page, and links lead to the note's own page. */
function withoutAnchors(node: SafeNode): SafeNode {
  if (typeof node === 'string') return node;
  const { 'data-anchor': _, ...attributes } = node.attributes;
  return { ...node, attributes, children: node.children.map(withoutAnchors) };
}
