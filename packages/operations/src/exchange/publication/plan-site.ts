import { createHash } from 'node:crypto';
import { canonicalJson } from '@notes/archive-manifest';
import type { Input, Output } from '@notes/contract';
import type { ExportedNote } from '@notes/storage';
import { getSubtree } from '../../organise/notebooks/tree.js';
import type { SelectionTask } from '../../organise/selection/selection-task.js';
import type { ExportProgress } from '../export/export-progress.js';
import { toSlugName } from '../export/file-names.js';
import type { PlacedNotebook } from '../export/path-allocator.js';
import type { Snapshot } from '../export/snapshot.js';
import { buildOutline, INDEX, listPages, type Page, type Section } from '../site/outline.js';
import { SHIPPED, type SiteLook } from '../site/page.js';
import { createNameCheck, listLinksWithTitles } from '../site/private-links.js';
import { SITEMAP_FILE } from './sitemap.js';

/** Contents of a planned site. */
export interface Plan {
  readonly snapshot: Snapshot;
  readonly look: SiteLook;
  readonly top: Section;
  readonly progress: ExportProgress;
  readonly wire: Omit<Output<'planPublication'>, 'folder' | 'images_with_place'>;
}

interface SitePlanTask {
  readonly input: Omit<Input<'planPublication'>, 'directory'>;
  readonly task: SelectionTask;
}

type Links = Output<'planPublication'>['links'];

/** Version of the page generator, increased when the same notes produce other pages. */
const GENERATOR_VERSION = 7;
const TITLE = 'Notes';
const MAX_LISTED_PAGES = 200;
const FILES = 'files';

/** Plans the site of a selection: assigns paths to its pages and computes the digest that identifies the plan. */
export async function planSite(
  snapshot: Snapshot,
  { input, task }: SitePlanTask,
  progress: ExportProgress,
): Promise<Plan> {
  const notebooks = findShownNotebooks(snapshot, task);
  const roots = notebooks.filter(({ parentPk }) => parentPk === null);
  const title = input.title ?? (roots.length === 1 ? (roots[0]?.name ?? TITLE) : TITLE);
  const look = { title, theme: input.theme, baseUrl: input.base_url?.replace(/\/+$/, '') };
  const reserved = [INDEX, ...SHIPPED, SITEMAP_FILE, FILES];
  const places = { notebooks, extension: '.html', byTitle: true, toFileName: toSlugName, reserved };
  const options = { siteTitle: title, places, withAttachments: false, redacts: true };
  const top = await buildOutline(snapshot.reader, options, progress);
  const { plan_sha256, links } = await digestSite(snapshot, look, top, progress);
  const { contents, exclusions } = snapshot;
  const { withRemoteMedia, unparsed, partlyRead } = contents.facts();
  progress.warn('links_leave_export', links.turned_into_text);
  progress.warn('remote_media', withRemoteMedia);
  progress.warn('notes_partly_read', unparsed + partlyRead);
  progress.warn('query_parts_as_words', task.selectors?.partsAsWords ?? 0);
  const pages = [...listPages(top)].map(({ page }) => page);
  const wire = {
    target: 'publication_handoff' as const,
    site: { title, theme: look.theme, base_url: look.baseUrl ?? null },
    counts: { notes: pages.length, notebooks: [...listSectionsBelow(top)].length },
    links,
    pages: pages
      .slice(0, MAX_LISTED_PAGES)
      .map(({ pk, path }) => ({ document_id: snapshot.reader.exported.note(pk).id, path })),
    truncated: pages.length > MAX_LISTED_PAGES,
    warnings: progress.warnings(exclusions),
    selection_manifest_sha256: snapshot.manifestSha256,
    plan_sha256,
  };
  return { snapshot, look, top, progress, wire };
}

/** Returns the explicitly selected notebooks. The names of others, including their parents, stay private. */
function findShownNotebooks({ reader }: Snapshot, { selectors }: SelectionTask): PlacedNotebook[] {
  const rows = reader.notebooks.all();
  const named = new Set(selectors?.notebooks);
  const asked = rows.filter(({ id }) => named.has(id));
  const shown = selectors?.includesDescendants === true ? asked.flatMap((row) => getSubtree(rows, row)) : asked;
  const keys = new Set(shown.map(({ pk }) => pk));
  const above = (parentPk: number | null) => (parentPk !== null && keys.has(parentPk) ? parentPk : null);
  return rows
    .filter(({ pk }) => keys.has(pk))
    .map(({ pk, id, name, parentPk }) => ({ pk, id, name, parentPk: above(parentPk) }));
}

/**
 * Computes the SHA-256 digest of everything the pages are made of, and counts their links by outcome. The titles of
 * private notes are part of the digest, since link texts are compared with them.
 */
async function digestSite(
  { reader, manifestSha256 }: Snapshot,
  look: SiteLook,
  top: Section,
  progress: ExportProgress,
) {
  const hash = createHash('sha256');
  const add = (value: unknown) => hash.update(`${canonicalJson(value)}\n`);
  const links: { -readonly [Name in keyof Links]: number } = {
    kept: 0,
    turned_into_text: 0,
    titles_shown: 0,
    external: 0,
  };
  const { title, theme, baseUrl = null } = look;
  add({ generator: GENERATOR_VERSION, title, theme, base_url: baseUrl, selection: manifestSha256 });
  for (const { id, sha256, mimeType } of reader.exported.attachments()) add({ id, sha256, mime_type: mimeType });
  for (const { name, path } of listSectionsBelow(top)) add({ name, path });
  for (const { page, section } of listPages(top)) {
    add({ ...getPageFacts(reader.exported.note(page.pk), page), section: section.path, ...listTargets(page) });
    await progress.step();
  }
  add({ links });
  return { plan_sha256: hash.digest('hex'), links };

  function listTargets({ pk }: Page) {
    const meant = listLinksWithTitles(reader, pk);
    const showsPrivateName = createNameCheck(meant);
    const targets = meant.links.map(({ link, noteId, titles }) => {
      const path = noteId === null ? null : (reader.exported.findPath('documents', noteId) ?? null);
      if (link.state === 'external') links.external += 1;
      if (path !== null) links.kept += 1;
      if (titles.length > 0) {
        links.turned_into_text += 1;
        if (showsPrivateName(link.text)) links.titles_shown += 1;
      }
      return { path, private_titles: [...titles].sort() };
    });
    return { links: targets, private_titles_in_html: meant.inHtml.flatMap(({ titles }) => titles).sort() };
  }
}

const getPageFacts = ({ id, bodySha256 }: ExportedNote, { title, level, path }: Page) => ({
  id,
  body_sha256: bodySha256,
  title,
  level,
  path,
});

function* listSectionsBelow({ sections }: Section): Generator<Section> {
  for (const section of sections) {
    yield section;
    yield* listSectionsBelow(section);
  }
}
