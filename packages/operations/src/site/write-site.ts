import { readFileSync } from 'node:fs';
import { classifyTarget } from '@notes/markdown-blocks';
import type { SafeNode } from '@notes/markdown-view';
import type { Attendance } from '../export/attendance.js';
import { soundNote } from '../export/markdown.js';
import { relativeUrl } from '../export/paths.js';
import type { Snapshot } from '../export/snapshot.js';
import type { TargetFolder } from '../export/target-folder.js';
import { bodyMarkup, type Targets } from './body.js';
import { escaped, type Markup, tag } from './html.js';
import { loadMaths } from './maths.js';
import { type MeantNote, meantNotes } from './meant-notes.js';
import { headingLevel, textOf } from './nodes.js';
import { type Page, pagesOf, type Section } from './outline.js';
import { type Neighbours, notePage, SHIPPED, type SiteLook, sectionPage } from './page.js';
import { layOut } from './render.js';

/** Where an attachment is on the site, by its id; undefined where it is not. */
export type FindAttachment = (id: string) => { readonly path: string; readonly mimeType: string } | undefined;

export interface Site {
  readonly look: SiteLook;
  readonly top: Section;
  readonly findAttachment: FindAttachment;
}

const FOLDER = new URL('../../site/', import.meta.url);

/** Writes every page of a site, without its attachments. */
export async function writeSite(
  snapshot: Snapshot,
  target: TargetFolder,
  site: Site,
  attendance: Attendance,
): Promise<void> {
  for (const name of SHIPPED) target.write(name, readFileSync(new URL(name, FOLDER)));
  for (const section of sections(site.top)) {
    await target.writePieces(section.path, sectionPage(site.look, section));
    await attendance.breathe();
  }
  for (const { page, section, around } of inTurn(site.top)) {
    const body = await pageBody(snapshot, page, site.findAttachment, attendance);
    target.write(page.path, notePage(site.look, page, section, body, around));
    await attendance.written();
  }
}

function* sections(section: Section): Generator<Section> {
  yield section;
  for (const below of section.sections) yield* sections(below);
}

/** Every page with those before and after it. */
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
  findAttachment: FindAttachment,
  attendance: Attendance,
): Promise<Markup> {
  const { body } = soundNote(snapshot, snapshot.reader.exported.note(pk));
  const nodes = await layOut(body);
  const heading = tag('h1', {}, escaped(title));
  if (nodes === undefined) {
    attendance.warn('notes_partly_read', 1);
    return heading + tag('p', {}, 'This note could not be laid out.');
  }
  const targets = targetsOf(snapshot, path, meantNotes(snapshot.reader, pk), findAttachment);
  const maths = nodes.some(hasMaths) ? await loadMaths() : undefined;
  const shown = bodyMarkup(nodes, { targets, maths });
  return beginsWith(nodes[0], title) ? shown : heading + shown;
}

/** What links and images of a page lead to, from where the page is. */
function targetsOf(
  { reader, databaseId }: Snapshot,
  from: string,
  links: readonly MeantNote[],
  findAttachment: FindAttachment,
): Targets {
  const meant = new Map(links.map(({ link, noteId }) => [`${link.target}#${link.anchor ?? ''}`, noteId]));
  const idOf = ({ kind, to, at }: Parameters<Targets['note']>[0]): string | undefined => {
    if (kind === 'document') return to;
    if (kind === 'title') return meant.get(`${to}#${at ?? ''}`) ?? undefined;
    const stable = classifyTarget({ kind: 'link', target: to, anchor: null });
    return stable.type === 'stable' && stable.databaseId === databaseId ? stable.documentId : undefined;
  };
  return {
    note: (link) => {
      const id = idOf(link);
      const path = id === undefined ? undefined : reader.exported.pathOf('documents', id);
      return path === undefined ? undefined : relativeUrl(from, path);
    },
    attachment: (id) => {
      const found = findAttachment(id);
      return found && { url: relativeUrl(from, found.path), mimeType: found.mimeType };
    },
  };
}

const hasMaths = (node: SafeNode): boolean =>
  typeof node !== 'string' && (node.attributes['data-part'] === 'math' || node.children.some(hasMaths));

/** The text says its title itself. */
const beginsWith = (node: SafeNode | undefined, title: string): boolean =>
  node !== undefined && headingLevel(node) !== undefined && textOf(node).trim() === title.trim();
