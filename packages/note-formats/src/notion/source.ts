import { DistinctNames } from '../distinct-names.js';
import { countUnread, listArchives, listFolderLinks, type Tree, toRejectedNotes, type Walk } from '../files/tree.js';
import type { FileItem, NoteItem } from '../item.js';
import { FileIndex } from '../markdown/file-index.js';
import type { NoteRules } from '../note-rules.js';
import { resolvePages } from '../page-links.js';
import type { Listing, Source } from '../source.js';
import { type RowPages, readDatabase } from './database.js';
import { toLetters } from './match-rows.js';
import { getNotebookNames, readName } from './names.js';
import { readPage } from './read-page.js';

const PAGE = /\.(?:md|html)$/i;
const DATABASE = /\.csv$/i;
/** File name of a database with all rows. The file beside it contains only the rows of a view. */
const ALL_ROWS = /_all\.csv$/i;
/** Path of the list of exported pages, which is not a page. */
const CONTENTS = /^(?:[^/]+\/)?index\.html$/i;

/** Reads a Notion export, in Markdown and CSV or in HTML. */
export const notionSource = (tree: Tree, rules: NoteRules): Source => ({
  list: async (signal) => list(await tree.walk(signal), rules),
  close: () => tree.close(),
});

function list(walk: Walk, rules: NoteRules): Listing {
  const { files, skipped, complete } = walk;
  const paths = new Set(files.map(({ path }) => path));
  const isPage = ({ path }: FileItem) => (PAGE.test(path) && !CONTENTS.test(path)) || path.endsWith('/');
  const isDatabase = ({ path }: FileItem) =>
    DATABASE.test(path) && readName(path).id !== undefined && !paths.has(path.replace(DATABASE, '_all.csv'));
  const pages = files.filter(isPage);
  const databases = files.filter(isDatabase);
  const index = indexRows(pages, databases);
  const others = files.filter((file) => !isPage(file) && !isDatabase(file));
  const attachments = new FileIndex(others, skipped);
  const createPageContext = (page: FileItem) => ({
    isRow: index.rows.has(getFolder(page)),
    hasFile: (path: string) => typeof attachments.resolve({ path, folder: page.folder, inVault: false }) !== 'string',
  });
  const keys = new DistinctNames();
  const notes = [
    ...pages.map((file) => toNoteItem(file, keys, '', () => readPage(file, createPageContext(file), rules))),
    ...databases.map((file) =>
      toNoteItem(file, keys, '.csv', () => readDatabase(file, createRowLookup(file, index), rules)),
    ),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  const views = new Map(notes.map(({ path, key }) => [path.replace(ALL_ROWS, '.csv'), key]));
  const resolve = resolvePages(notes, others, skipped, views);
  const unopened = listArchives(others);
  return {
    notes: [...toRejectedNotes(walk), ...notes],
    others: others.length,
    otherPaths: new Set(others.map(({ path }) => path)),
    unopened,
    links: listFolderLinks(others),
    unread: countUnread(walk),
    skipped,
    complete,
    resolve,
    linksNotes: true,
  };
}

/**
 * Returns the note of a page or database. Its id identifies it after moves and renames.
 *
 * @param kind suffix that distinguishes the own id of a database from that of a page with the same id
 */
function toNoteItem(
  file: FileItem,
  keys: DistinctNames,
  kind: '' | '.csv',
  read: NoteItem['read'],
): NoteItem & FileItem {
  const { id } = readName(file.path);
  const key = keys.makeDistinct(id === undefined ? file.path : id);
  // A second page with the same id gets no own id, since it would replace the first one.
  const isOwn = id !== undefined && (key === id || kind !== '');
  return { ...file, key, folder: getNotebookNames(file.folder), ...(isOwn && { ownId: id + kind }), read };
}

const getFolder = ({ path }: FileItem) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Returns the folder with the pages of a database. It has the name of the file; in newer exports, without its id. */
function getRowsFolder(database: FileItem, folders: ReadonlySet<string>): string {
  const named = database.path.replace(ALL_ROWS, '').replace(DATABASE, '');
  if (folders.has(named)) return named;
  const [parent, { title }] = [getFolder(database), readName(named)];
  return parent === '' ? title : `${parent}/${title}`;
}

/** Pages of a database by the letters of their titles. */
type Rows = ReadonlyMap<string, readonly FileItem[]>;

/** Pages of databases by the folder of the pages, and those folders by the path of the database. */
interface DatabasePages {
  readonly rows: ReadonlyMap<string, Rows>;
  readonly folders: ReadonlyMap<string, string>;
}

function indexRows(pages: readonly FileItem[], databases: readonly FileItem[]): DatabasePages {
  const pageFolders = new Set(pages.map(getFolder));
  const folders = new Map(databases.map((file) => [file.path, getRowsFolder(file, pageFolders)]));
  const rows = new Map([...folders.values()].map((folder) => [folder, new Map<string, FileItem[]>()]));
  for (const page of pages) {
    const titles = rows.get(getFolder(page));
    const title = toLetters(readName(page.path).title);
    const namesakes = titles?.get(title);
    if (namesakes === undefined) titles?.set(title, [page]);
    else namesakes.push(page);
  }
  return { rows, folders };
}

function createRowLookup(database: FileItem, { rows, folders }: DatabasePages): RowPages {
  const titles: Rows = rows.get(folders.get(database.path) ?? '') ?? new Map();
  const folder = getFolder(database);
  return {
    // The page of a row without a title is called Untitled.
    find: (title) => findRow(titles, toLetters(title.trim() || 'Untitled')),
    getPath: ({ path }) => path.slice(folder === '' ? 0 : folder.length + 1),
  };
}

/** Fewest letters of a title that is cut off in the file name of its page. Notion keeps about 50 characters. */
const MIN_CUT_LETTERS = 32;

const NO_PAGES: readonly FileItem[] = [];

/** Returns the pages with a title, or else those with the longest name that is the beginning of the title. */
function findRow(titles: Rows, title: string): readonly FileItem[] {
  for (let length = title.length; length === title.length || length >= MIN_CUT_LETTERS; length -= 1) {
    const pages = titles.get(title.slice(0, length));
    if (pages !== undefined) return pages;
  }
  return NO_PAGES;
}
