import { posix } from 'node:path';
import { nameKey } from '@notes/query-language';
import type { ExportedNote, WorkerReader } from '@notes/storage';
import type { ExportProgress } from '../export/export-progress.js';
import { splitName } from '../export/file-names.js';
import { PathAllocator, type PathOptions, type PlacedNotebook } from '../export/path-allocator.js';
import { resolveNoteLinks } from './resolve-note-links.js';
import { getShownTitle, redactTitle, type ShownTitle } from './shown-title.js';

/** A note as a page. All pages are held in memory, so other facts about a note are read by its key. */
export interface Page extends ShownTitle {
  readonly pk: number;
  readonly path: string;
}

/** A notebook as readers see it; the top section is the site. */
export interface Section {
  readonly name: string;
  /** Path of the first page of its index. */
  readonly path: string;
  /** Paths of the further pages of its index. */
  readonly furtherPaths: string[];
  readonly above: Section | undefined;
  readonly pages: Page[];
  readonly sections: Section[];
}

export const INDEX = 'index.html';
/** Names of notes whose links define the order of the notes beside them. */
const ORDERING: ReadonlySet<string> = new Set(['summary', 'contents', 'index', 'readme']);

type Reader = Pick<WorkerReader, 'exported' | 'documents' | 'links'>;
interface OutlineOptions {
  readonly siteTitle: string;
  readonly places: PathOptions;
  /** Assigns paths to all attachments too, beside the notes. */
  readonly withAttachments: boolean;
  /** Removes the names of private notes from titles that are taken from headings. */
  readonly redacts: boolean;
}

/** Most entries on one page of an index. */
export const MAX_INDEX_ENTRIES = 500;

/**
 * Assigns paths, titles and order to all pages of a site.
 *
 * @returns the top section
 */
export async function buildOutline(
  reader: Reader,
  options: OutlineOptions,
  progress: ExportProgress,
): Promise<Section> {
  const paths = new PathAllocator(reader, options.places);
  const top: Section = {
    name: options.siteTitle,
    path: INDEX,
    furtherPaths: [],
    above: undefined,
    pages: [],
    sections: [],
  };
  const sections = buildSections(options.places.notebooks, paths.folders, top);
  const leaders = new Map<Section, Page>();
  for (const note of reader.exported.notes()) {
    paths.placeNote(note);
    const path = reader.exported.findPath('documents', note.id) as string;
    const shown = await getShownTitle(reader, note);
    const section = sections.get(note.notebookPk) ?? top;
    const page = { pk: note.pk, ...shown, path };
    section.pages.push(page);
    if (!leaders.has(section) && ORDERING.has(nameKey(getStem(note)))) leaders.set(section, page);
    await progress.step();
  }
  for (const attachment of options.withAttachments ? reader.exported.attachments() : []) {
    paths.placeAttachment(attachment);
    await progress.step();
  }
  for (const section of [top, ...sections.values()]) sortSection(reader, section, leaders.get(section));
  if (options.redacts) await redactTitles(reader, [top, ...sections.values()], progress);
  removeEmptySections(top);
  assignIndexPaths(paths, top);
  return top;
}

/**
 * Removes the names of private notes from titles taken from headings. Notes are private when they have no path, so all
 * paths must be assigned before.
 */
async function redactTitles(reader: Reader, sections: Iterable<Section>, progress: ExportProgress): Promise<void> {
  for (const { pages } of sections)
    for (const [n, page] of pages.entries()) {
      const note = reader.exported.note(page.pk);
      if (page.title === (note.title || 'Untitled')) continue;
      pages[n] = { ...page, ...(await redactTitle(reader, note, page)) };
      await progress.step();
    }
}

/**
 * Assigns unused paths to the further pages of each index.
 *
 * @returns the number of entries in the section
 */
function assignIndexPaths(places: PathAllocator, section: Section): number {
  const below = section.sections.map((each) => 1 + assignIndexPaths(places, each));
  const entries = below.reduce((sum, count) => sum + count, section.pages.length);
  for (let page = 2; (page - 1) * MAX_INDEX_ENTRIES < entries; page += 1)
    section.furtherPaths.push(places.placeFile(posix.dirname(section.path), `index-${page}`, '.html'));
  return entries;
}

/** Yields all pages in reading order. */
export function* listPages(section: Section): Generator<{ readonly page: Page; readonly section: Section }> {
  for (const page of section.pages) yield { page, section };
  for (const below of section.sections) yield* listPages(below);
}

function buildSections(
  notebooks: readonly PlacedNotebook[],
  folders: ReadonlyMap<number, string>,
  top: Section,
): Map<number, Section> {
  const sections = new Map<number, Section>();
  // Parents come before their children.
  for (const [pk, folder] of folders) {
    const notebook = notebooks.find((each) => each.pk === pk) as PlacedNotebook;
    const above = (notebook.parentPk === null ? undefined : sections.get(notebook.parentPk)) ?? top;
    const path = posix.join(folder, INDEX);
    const section: Section = { name: notebook.name, path, furtherPaths: [], above, pages: [], sections: [] };
    // A notebook too deep for a folder of its own shares the section of the notebook above.
    const shared = [above, ...above.sections].find((each) => each.path === path);
    sections.set(pk, shared ?? section);
    if (shared === undefined) above.sections.push(section);
  }
  return sections;
}

function sortSection(reader: Reader, { pages, sections }: Section, leader: Page | undefined): void {
  const ranks = new Map<number, number>();
  for (const { noteId } of leader === undefined ? [] : resolveNoteLinks(reader, leader.pk)) {
    const pk = noteId === null ? undefined : reader.documents.get(noteId)?.pk;
    if (pk !== undefined && !ranks.has(pk)) ranks.set(pk, ranks.size);
  }
  const rank = (page: Page) => (page === leader ? -1 : (ranks.get(page.pk) ?? Number.MAX_SAFE_INTEGER));
  pages.sort((a, b) => rank(a) - rank(b) || compareNaturally(a.path, b.path));
  sections.sort((a, b) => compareNaturally(nameKey(a.name), nameKey(b.name)) || compareNaturally(a.path, b.path));
}

const getStem = ({ title, fileName }: ExportedNote) => (fileName === null ? title : splitName(fileName).stem);

/** Compares digit sequences as numbers and all else by code units, so that the order is the same on every machine. */
function compareNaturally(a: string, b: string): number {
  const [left, right] = [a.match(PIECES) ?? [], b.match(PIECES) ?? []];
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const [one, other] = [left[at] as string, right[at] as string];
    const difference = DIGIT.test(one) && DIGIT.test(other) ? Number(one) - Number(other) : 0;
    if (difference !== 0) return difference;
    if (one !== other) return one < other ? -1 : 1;
  }
  return left.length - right.length;
}
const PIECES = /\d+|\D+/g;
const DIGIT = /^\d/;

function removeEmptySections(section: Section): Section {
  for (const below of section.sections) removeEmptySections(below);
  const kept = section.sections.filter(({ pages, sections }) => pages.length > 0 || sections.length > 0);
  section.sections.splice(0, section.sections.length, ...kept);
  return section;
}
