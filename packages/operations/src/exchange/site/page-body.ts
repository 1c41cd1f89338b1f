import { classifyTarget, findAnchor } from '@notes/markdown-blocks';
import type { Embedding, SafeElement, SafeNode } from '@notes/markdown-view';
import { toEmbedKey } from '@notes/markdown-view';
import type { ExportProgress } from '../export/export-progress.js';
import { relativeUrl } from '../export/paths.js';
import type { Snapshot } from '../export/snapshot.js';
import { findAnchoredLinks, type NamedLink, renderBody, type Targets } from './body.js';
import { type EmbedSources, findEmbeds, renderEmbed } from './embeds.js';
import { escapeHtml, type Markup, renderTag } from './html.js';
import { loadMaths } from './maths.js';
import { getHeadingLevel, getNodeText, getTitleDirection } from './nodes.js';
import type { Page } from './outline.js';
import type { PageNodes } from './page-nodes.js';
import { resolveNoteLinks } from './resolve-note-links.js';

/** Returns the path and type of an attachment on the site, by its id; undefined when it is not there. */
export type FindAttachment = (id: string) => { readonly path: string; readonly mimeType: string } | undefined;

export interface BodySources {
  readonly snapshot: Snapshot;
  readonly pageNodes: PageNodes;
  readonly findAttachment: FindAttachment;
  readonly progress: ExportProgress;
}

/** Renders the title and text of a page, with the notes that it embeds. */
export async function renderPageBody(sources: BodySources, { pk, title, path }: Page): Promise<Markup> {
  const { snapshot, pageNodes, progress } = sources;
  const nodes = await pageNodes.read(pk);
  const heading = renderTag('h1', { dir: getTitleDirection(title) }, escapeHtml(title));
  if (nodes === undefined) {
    progress.warn('notes_partly_read', 1);
    return heading + renderTag('p', {}, 'This note could not be displayed.');
  }
  const chain = [toEmbedKey(snapshot.reader.exported.note(pk).id, '')];
  const shown = await renderNodes(sources, nodes, {
    pk,
    path,
    self: undefined,
    embedding: { chain, total: { count: 0 } },
  });
  return beginsWith(nodes[0], title) ? shown : heading + shown;
}

/** Note whose text is rendered, and the page that the text is part of. */
interface Place {
  readonly pk: number;
  /** Path of the page. */
  readonly path: string;
  /** URL of the note's own page, for an embedded note; undefined on its own page. */
  readonly self: string | undefined;
  readonly embedding: Embedding;
}

async function renderNodes(sources: BodySources, nodes: readonly SafeNode[], place: Place): Promise<Markup> {
  const { snapshot, pageNodes, findAttachment, progress } = sources;
  const { pk, path, self, embedding } = place;
  const { exported } = snapshot.reader;
  const findNote = createNoteFinder(snapshot, pk);
  const anchors = await readAnchors(nodes, { pk, findNote, pageNodes, snapshot }, progress);
  const targets: Targets = {
    self,
    note: (link) => {
      const id = findNote(link);
      const to = id === undefined ? undefined : exported.findPath('documents', id);
      return to === undefined ? undefined : relativeUrl(path, to);
    },
    anchor: (link) => anchors.get(getLinkKey(link)),
    attachment: (id) => {
      const found = findAttachment(id);
      return found && { url: relativeUrl(path, found.path), mimeType: found.mimeType };
    },
  };
  const maths = nodes.some(hasMaths) ? await loadMaths() : undefined;
  const embeds = new Map<SafeElement, Markup>();
  const embedSources: EmbedSources = {
    ...{ snapshot, pageNodes, path, embedding },
    findNote: (link) => (link.kind === 'self' ? exported.note(pk).id : findNote(link)),
    renderLink: (node) => renderBody([node], { targets, maths, embeds: NO_EMBEDS }),
    renderNote: (embedded, nodesWithin) => renderNodes(sources, nodesWithin, { path, ...embedded }),
  };
  for (const node of findEmbeds(nodes)) {
    const shown = await renderEmbed(node, embedSources);
    if (shown !== undefined) embeds.set(node, shown);
    await progress.step();
  }
  return renderBody(nodes, { targets, maths, embeds });
}

const NO_EMBEDS: ReadonlyMap<SafeElement, Markup> = new Map();

type FindNote = (link: NamedLink) => string | undefined;

/** Returns a function that finds the target note of a link on a page. */
function createNoteFinder({ reader, databaseId }: Snapshot, documentPk: number): FindNote {
  const links = resolveNoteLinks(reader, documentPk);
  const meant = new Map(links.map(({ link, noteId }) => [`${link.target}#${link.anchor ?? ''}`, noteId]));
  return ({ kind, to, at }) => {
    if (kind === 'document') return to;
    if (kind === 'title') return meant.get(`${to}#${at ?? ''}`) ?? undefined;
    const stable = classifyTarget({ kind: 'link', target: to, anchor: null });
    return stable.type === 'stable' && stable.databaseId === databaseId ? stable.documentId : undefined;
  };
}

interface AnchorSources {
  readonly snapshot: Snapshot;
  /** Key of the note with the links. */
  readonly pk: number;
  readonly findNote: FindNote;
  readonly pageNodes: PageNodes;
}

const getLinkKey = ({ kind, to, at = '' }: NamedLink): string => JSON.stringify([kind, to, at]);

/** Resolves the anchors in the links of a page to existing element ids. */
async function readAnchors(
  nodes: readonly SafeNode[],
  { snapshot: { reader }, pk, findNote, pageNodes }: AnchorSources,
  progress: ExportProgress,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const link of findAnchoredLinks(nodes)) {
    const id = link.kind === 'self' ? undefined : findNote(link);
    const isOnSite = id !== undefined && reader.exported.findPath('documents', id) !== undefined;
    const target = link.kind === 'self' ? pk : isOnSite ? reader.documents.get(id)?.pk : undefined;
    if (target === undefined || found.has(getLinkKey(link))) continue;
    const anchors = await pageNodes.anchors(target);
    const anchor = findAnchor(anchors, link.at ?? '');
    if (anchor !== undefined) found.set(getLinkKey(link), anchor);
    await progress.step();
  }
  return found;
}

const hasMaths = (node: SafeNode): boolean =>
  typeof node !== 'string' && (node.attributes['data-part'] === 'math' || node.children.some(hasMaths));

/** Returns true when the text begins with its title as a heading. */
const beginsWith = (node: SafeNode | undefined, title: string): boolean =>
  node !== undefined && getHeadingLevel(node) !== undefined && getNodeText(node).trim() === title.trim();
