import { readFileSync } from 'node:fs';
import { classifyTarget } from '@notes/markdown-blocks';
import type { SafeNode } from '@notes/markdown-view';
import type { ExportProgress } from '../export/export-progress.js';
import { relativeUrl } from '../export/paths.js';
import type { Snapshot } from '../export/snapshot.js';
import type { TargetFolder } from '../export/target-folder.js';
import { findAnchoredLinks, listIdsFor, type NamedLink, renderBody, type Targets } from './body.js';
import { escapeHtml, type Markup, renderTag } from './html.js';
import { loadMaths } from './maths.js';
import { getHeadingLevel, getNodeText, getTitleDirection } from './nodes.js';
import { listPages, type Page, type Section } from './outline.js';
import { type Neighbours, renderNotePage, renderSectionPages, SHIPPED, type SiteLook } from './page.js';
import { PageNodes } from './page-nodes.js';
import { resolveNoteLinks } from './resolve-note-links.js';

/** Returns the path and type of an attachment on the site, by its id; undefined when it is not there. */
export type FindAttachment = (id: string) => { readonly path: string; readonly mimeType: string } | undefined;

export interface Site {
  readonly look: SiteLook;
  readonly top: Section;
  readonly findAttachment: FindAttachment;
  /** True for a published site, where links to private notes do not reveal their titles. */
  readonly redacts: boolean;
}

const FOLDER = new URL('../../../site/', import.meta.url);

/** Writes all pages of a site, without its attachments. */
export async function writeSite(
  snapshot: Snapshot,
  target: TargetFolder,
  site: Site,
  progress: ExportProgress,
): Promise<void> {
  for (const name of SHIPPED) target.write(name, readFileSync(new URL(name, FOLDER)));
  for (const section of listSections(site.top)) {
    for (const { path, pieces } of renderSectionPages(site.look, section)) {
      await target.writePieces(path, pieces);
      await progress.step();
    }
  }
  const sources = { pageNodes: new PageNodes(snapshot, site.redacts), findAttachment: site.findAttachment };
  for (const { page, section, around } of listPagesWithNeighbours(site.top)) {
    const body = await renderPageBody(snapshot, page, sources, progress);
    target.write(page.path, renderNotePage(site.look, page, section, body, around));
    await progress.countWritten();
  }
}

function* listSections(section: Section): Generator<Section> {
  yield section;
  for (const below of section.sections) yield* listSections(below);
}

/** Yields each page with the previous and the next one. */
function* listPagesWithNeighbours(top: Section): Generator<{ page: Page; section: Section; around: Neighbours }> {
  let before: Page | undefined;
  let held: { page: Page; section: Section } | undefined;
  for (const next of listPages(top)) {
    if (held !== undefined) yield { ...held, around: { before, after: next.page } };
    before = held?.page;
    held = next;
  }
  if (held !== undefined) yield { ...held, around: { before, after: undefined } };
}

async function renderPageBody(
  snapshot: Snapshot,
  { pk, title, path }: Page,
  { pageNodes, findAttachment }: Sources,
  progress: ExportProgress,
): Promise<Markup> {
  const nodes = await pageNodes.read(pk);
  const heading = renderTag('h1', { dir: getTitleDirection(title) }, escapeHtml(title));
  if (nodes === undefined) {
    progress.warn('notes_partly_read', 1);
    return heading + renderTag('p', {}, 'This note could not be displayed.');
  }
  const findNote = createNoteFinder(snapshot, pk);
  const anchors = await readAnchors(nodes, { pk, findNote, pageNodes, snapshot }, progress);
  const targets: Targets = {
    note: (link) => {
      const id = findNote(link);
      const to = id === undefined ? undefined : snapshot.reader.exported.findPath('documents', id);
      return to === undefined ? undefined : relativeUrl(path, to);
    },
    anchor: (link) => anchors.get(getLinkKey(link)),
    attachment: (id) => {
      const found = findAttachment(id);
      return found && { url: relativeUrl(path, found.path), mimeType: found.mimeType };
    },
  };
  const maths = nodes.some(hasMaths) ? await loadMaths() : undefined;
  const shown = renderBody(nodes, { targets, maths });
  return beginsWith(nodes[0], title) ? shown : heading + shown;
}

interface Sources {
  readonly pageNodes: PageNodes;
  readonly findAttachment: FindAttachment;
}

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
    const anchor = listIdsFor(link.at).find((each) => anchors.has(each));
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
