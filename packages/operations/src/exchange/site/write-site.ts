import { readFileSync } from 'node:fs';
import type { ExportProgress } from '../export/export-progress.js';
import type { Snapshot } from '../export/snapshot.js';
import type { TargetFolder } from '../export/target-folder.js';
import { listPages, type Page, type Section } from './outline.js';
import { type Neighbours, renderNotePage, renderSectionPages, SHIPPED, type SiteLook } from './page.js';
import { type FindAttachment, renderPageBody } from './page-body.js';
import { PageNodes } from './page-nodes.js';

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
  const pageNodes = new PageNodes(snapshot, site.redacts);
  const sources = { snapshot, pageNodes, findAttachment: site.findAttachment, progress };
  for (const { page, section, around } of listPagesWithNeighbours(site.top)) {
    const body = await renderPageBody(sources, page);
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
