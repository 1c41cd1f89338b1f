import { readFileSync } from 'node:fs';
import { classifyTarget } from '@notes/markdown-blocks';
import type { SafeNode } from '@notes/markdown-view';
import type { Attendance } from '../export/attendance.js';
import { relativeUrl } from '../export/paths.js';
import type { Snapshot } from '../export/snapshot.js';
import type { TargetFolder } from '../export/target-folder.js';
import { anchoredLinks, bodyMarkup, idsFor, type NamedLink, type Targets } from './body.js';
import { escaped, type Markup, tag } from './html.js';
import { loadMaths } from './maths.js';
import { meantNotes } from './meant-notes.js';
import { headingLevel, textOf, titleDirection } from './nodes.js';
import { type Page, pagesOf, type Section } from './outline.js';
import { type Neighbours, notePage, SHIPPED, type SiteLook, sectionPages } from './page.js';
import { PageNodes } from './page-nodes.js';

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
  attendance: Attendance,
): Promise<void> {
  for (const name of SHIPPED) target.write(name, readFileSync(new URL(name, FOLDER)));
  for (const section of sections(site.top)) {
    for (const { path, pieces } of sectionPages(site.look, section)) {
      await target.writePieces(path, pieces);
      await attendance.breathe();
    }
  }
  const sources = { pageNodes: new PageNodes(snapshot, site.redacts), findAttachment: site.findAttachment };
  for (const { page, section, around } of inTurn(site.top)) {
    const body = await pageBody(snapshot, page, sources, attendance);
    target.write(page.path, notePage(site.look, page, section, body, around));
    await attendance.written();
  }
}

function* sections(section: Section): Generator<Section> {
  yield section;
  for (const below of section.sections) yield* sections(below);
}

/** Yields each page with the previous and the next one. */
function* inTurn(top: Section): Generator<{ page: Page; section: Section; around: Neighbours }> {
  let before: Page | undefined;
  let held: { page: Page; section: Section } | undefined;
  for (const next of pagesOf(top)) {
    if (held !== undefined) yield { ...held, around: { before, after: next.page } };
    before = held?.page;
    held = next;
  }
  if (held !== undefined) yield { ...held, around: { before, after: undefined } };
}

async function pageBody(
  snapshot: Snapshot,
  { pk, title, path }: Page,
  { pageNodes, findAttachment }: Sources,
  attendance: Attendance,
): Promise<Markup> {
  const nodes = await pageNodes.read(pk);
  const heading = tag('h1', { dir: titleDirection(title) }, escaped(title));
  if (nodes === undefined) {
    attendance.warn('notes_partly_read', 1);
    return heading + tag('p', {}, 'This note could not be displayed.');
  }
  const findNote = noteFinder(snapshot, pk);
  const anchors = await readAnchors(nodes, { pk, findNote, pageNodes, snapshot }, attendance);
  const targets: Targets = {
    note: (link) => {
      const id = findNote(link);
      const to = id === undefined ? undefined : snapshot.reader.exported.pathOf('documents', id);
      return to === undefined ? undefined : relativeUrl(path, to);
    },
    anchor: (link) => anchors.get(keyOf(link)),
    attachment: (id) => {
      const found = findAttachment(id);
      return found && { url: relativeUrl(path, found.path), mimeType: found.mimeType };
    },
  };
  const maths = nodes.some(hasMaths) ? await loadMaths() : undefined;
  const shown = bodyMarkup(nodes, { targets, maths });
  return beginsWith(nodes[0], title) ? shown : heading + shown;
}

interface Sources {
  readonly pageNodes: PageNodes;
  readonly findAttachment: FindAttachment;
}

type FindNote = (link: NamedLink) => string | undefined;

/** Returns a function that finds the target note of a link on a page. */
function noteFinder({ reader, databaseId }: Snapshot, documentPk: number): FindNote {
  const links = meantNotes(reader, documentPk);
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

const keyOf = ({ kind, to, at = '' }: NamedLink): string => JSON.stringify([kind, to, at]);

/** Resolves the anchors in the links of a page to existing element ids. */
async function readAnchors(
  nodes: readonly SafeNode[],
  { snapshot: { reader }, pk, findNote, pageNodes }: AnchorSources,
  attendance: Attendance,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const link of anchoredLinks(nodes)) {
    const id = link.kind === 'self' ? undefined : findNote(link);
    const isOnSite = id !== undefined && reader.exported.pathOf('documents', id) !== undefined;
    const target = link.kind === 'self' ? pk : isOnSite ? reader.documents.get(id)?.pk : undefined;
    if (target === undefined || found.has(keyOf(link))) continue;
    const anchors = await pageNodes.anchors(target);
    const anchor = idsFor(link.at).find((each) => anchors.has(each));
    if (anchor !== undefined) found.set(keyOf(link), anchor);
    await attendance.breathe();
  }
  return found;
}

const hasMaths = (node: SafeNode): boolean =>
  typeof node !== 'string' && (node.attributes['data-part'] === 'math' || node.children.some(hasMaths));

/** Returns true when the text begins with its title as a heading. */
const beginsWith = (node: SafeNode | undefined, title: string): boolean =>
  node !== undefined && headingLevel(node) !== undefined && textOf(node).trim() === title.trim();
