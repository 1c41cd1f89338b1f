import { createHash } from 'node:crypto';
import { canonicalJson } from '@notes/archive-manifest';
import type { Input, Output } from '@notes/contract';
import type { ExportedNote } from '@notes/storage';
import type { Attendance } from '../export/attendance.js';
import { slugName } from '../export/file-names.js';
import type { PlacedNotebook } from '../export/places.js';
import type { Snapshot } from '../export/snapshot.js';
import { subtree } from '../notebooks/tree.js';
import type { PlanTask } from '../selection/plan-task.js';
import { meantNotes } from '../site/meant-notes.js';
import { INDEX, outlineOf, type Page, pagesOf, type Section } from '../site/outline.js';
import { SHIPPED, type SiteLook } from '../site/page.js';
import { ADDRESSES } from './addresses.js';

/** What a site will be. */
export interface Plan {
  readonly snapshot: Snapshot;
  readonly look: SiteLook;
  readonly top: Section;
  readonly attendance: Attendance;
  readonly wire: Omit<Output<'planPublication'>, 'folder' | 'images_with_place'>;
}

interface Order {
  readonly input: Omit<Input<'planPublication'>, 'directory'>;
  readonly task: PlanTask;
}

type Links = Output<'planPublication'>['links'];

/** Changes when the same notes become other pages. */
const GENERATOR = 3;
const TITLE = 'Notes';
const LISTED = 200;
const FILES = 'files';

export async function planSite(snapshot: Snapshot, { input, task }: Order, attendance: Attendance): Promise<Plan> {
  const notebooks = shownNotebooks(snapshot, task);
  const roots = notebooks.filter(({ parentPk }) => parentPk === null);
  const title = input.title ?? (roots.length === 1 ? (roots[0]?.name ?? TITLE) : TITLE);
  const look = { title, theme: input.theme, baseUrl: input.base_url?.replace(/\/+$/, '') };
  const reserved = [INDEX, ...SHIPPED, ADDRESSES, FILES];
  const places = { notebooks, extension: '.html', byTitle: true, nameOf: slugName, reserved };
  const options = { siteTitle: title, places, withAttachments: false };
  const top = await outlineOf(snapshot.reader, options, attendance);
  const { plan_sha256, links } = await digestOf(snapshot, look, top, attendance);
  const { contents, exclusions } = snapshot;
  const { withRemoteMedia, unparsed, partlyRead } = contents.facts();
  attendance.warn('links_leave_export', links.turned_into_text);
  attendance.warn('remote_media', withRemoteMedia);
  attendance.warn('notes_partly_read', unparsed + partlyRead);
  const pages = [...pagesOf(top)].map(({ page }) => page);
  const wire = {
    target: 'publication_handoff' as const,
    site: { title, theme: look.theme, base_url: look.baseUrl ?? null },
    counts: { notes: pages.length, notebooks: [...sectionsBelow(top)].length },
    links,
    pages: pages.slice(0, LISTED).map(({ pk, path }) => ({ document_id: snapshot.reader.exported.note(pk).id, path })),
    truncated: pages.length > LISTED,
    warnings: attendance.warnings(exclusions),
    selection_manifest_sha256: snapshot.manifestSha256,
    plan_sha256,
  };
  return { snapshot, look, top, attendance, wire };
}

/** The notebooks that were asked for by themselves: names of others, also of those above them, are nobody's business. */
function shownNotebooks({ reader }: Snapshot, { selectors }: PlanTask): PlacedNotebook[] {
  const rows = reader.notebooks.all();
  const named = new Set(selectors?.notebooks);
  const asked = rows.filter(({ id }) => named.has(id));
  const shown = selectors?.withThoseBelow === true ? asked.flatMap((row) => subtree(rows, row)) : asked;
  const keys = new Set(shown.map(({ pk }) => pk));
  const above = (parentPk: number | null) => (parentPk !== null && keys.has(parentPk) ? parentPk : null);
  return rows
    .filter(({ pk }) => keys.has(pk))
    .map(({ pk, id, name, parentPk }) => ({ pk, id, name, parentPk: above(parentPk) }));
}

/** The SHA-256 of all that pages are made of, and what becomes of their links. */
async function digestOf({ reader, manifestSha256 }: Snapshot, look: SiteLook, top: Section, attendance: Attendance) {
  const hash = createHash('sha256');
  const add = (value: unknown) => hash.update(`${canonicalJson(value)}\n`);
  const links: { -readonly [Name in keyof Links]: number } = {
    kept: 0,
    turned_into_text: 0,
    titles_shown: 0,
    external: 0,
  };
  const { title, theme, baseUrl = null } = look;
  add({ generator: GENERATOR, title, theme, base_url: baseUrl, selection: manifestSha256 });
  for (const { id, sha256 } of reader.exported.attachments()) add({ id, sha256 });
  for (const { name, path } of sectionsBelow(top)) add({ name, path });
  for (const { page, section } of pagesOf(top)) {
    add({ ...facts(reader.exported.note(page.pk), page), section: section.path, links: targets(page) });
    await attendance.breathe();
  }
  return { plan_sha256: hash.digest('hex'), links };

  function targets({ pk }: Page): (string | null)[] {
    return meantNotes(reader, pk).map(({ link: { state, target, text, kind }, noteId }) => {
      if (state === 'external') links.external += 1;
      if (noteId === null) return null;
      const path = reader.exported.pathOf('documents', noteId) ?? null;
      links[path === null ? 'turned_into_text' : 'kept'] += 1;
      if (path === null && kind === 'wikilink' && text.startsWith(target)) links.titles_shown += 1;
      return path;
    });
  }
}

const facts = ({ id, bodySha256 }: ExportedNote, { title, level, path }: Page) => ({
  id,
  body_sha256: bodySha256,
  title,
  level,
  path,
});

function* sectionsBelow({ sections }: Section): Generator<Section> {
  for (const section of sections) {
    yield section;
    yield* sectionsBelow(section);
  }
}
