import { archivesAmong, countUnread, refusedNotes, type Tree, type Walk } from '../files/tree.js';
import type { FileItem, NoteItem } from '../item.js';
import { resolvePages } from '../page-links.js';
import type { Listing, Source } from '../source.js';
import { Names } from '../unlike-names.js';
import { type RowPage, readDatabase } from './database.js';
import { notebooksOf, readName } from './names.js';
import { readPage } from './read-page.js';

const PAGE = /\.(?:md|html)$/i;
const DATABASE = /\.csv$/i;
/** File name of a database with all rows. The file beside it contains only the rows of a view. */
const ALL_ROWS = /_all\.csv$/i;
/** Path of the list of exported pages, which is not a page. */
const CONTENTS = /^(?:[^/]+\/)?index\.html$/i;

/** Reads a Notion export, in Markdown and CSV or in HTML. */
export const notionSource = (tree: Tree): Source => ({
  list: async (signal) => list(await tree.walk(signal)),
  close: () => tree.close(),
});

function list(walk: Walk): Listing {
  const { files, skipped, complete } = walk;
  const paths = new Set(files.map(({ path }) => path));
  const isPage = ({ path }: FileItem) => (PAGE.test(path) && !CONTENTS.test(path)) || path.endsWith('/');
  const isDatabase = ({ path }: FileItem) =>
    DATABASE.test(path) && readName(path).id !== undefined && !paths.has(path.replace(DATABASE, '_all.csv'));
  const pages = files.filter(isPage);
  const databases = files.filter(isDatabase);
  const rows = rowsOf(pages, databases);
  const keys = new Names();
  const notes = [
    ...pages.map((file) => asNote(file, keys, '', () => readPage(file, { isRow: rows.has(folderOf(file)) }))),
    ...databases.map((file) => asNote(file, keys, '.csv', () => readDatabase(file, rowPage(file, rows)))),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  const others = files.filter((file) => !isPage(file) && !isDatabase(file));
  const views = new Map(notes.map(({ path, key }) => [path.replace(ALL_ROWS, '.csv'), key]));
  const resolve = resolvePages(notes, others, views);
  const unopened = archivesAmong(others);
  return {
    notes: [...refusedNotes(walk), ...notes],
    others: others.length,
    otherPaths: new Set(others.map(({ path }) => path)),
    unopened,
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
function asNote(file: FileItem, keys: Names, kind: '' | '.csv', read: NoteItem['read']): NoteItem & FileItem {
  const { id } = readName(file.path);
  const key = keys.unlike(id === undefined ? file.path : id);
  // A second page with the same id gets no own id, since it would replace the first one.
  const isOwn = id !== undefined && (key === id || kind !== '');
  return { ...file, key, folder: notebooksOf(file.folder), ...(isOwn && { ownId: id + kind }), read };
}

const folderOf = ({ path }: FileItem) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Returns the folder with the pages of a database. */
const rowsFolder = ({ path }: FileItem) => path.replace(ALL_ROWS, '').replace(DATABASE, '');

/** Pages in the folders of databases, by folder and title; null when several pages have the same title. */
type Rows = ReadonlyMap<string, ReadonlyMap<string, string | null>>;

function rowsOf(pages: readonly FileItem[], databases: readonly FileItem[]): Rows {
  const rows = new Map(databases.map((file) => [rowsFolder(file), new Map<string, string | null>()]));
  for (const page of pages) {
    const titles = rows.get(folderOf(page));
    const title = lettersOf(readName(page.path).title);
    titles?.set(title, titles.has(title) ? null : page.path);
  }
  return rows;
}

function rowPage(database: FileItem, rows: Rows): RowPage {
  const titles = rows.get(rowsFolder(database));
  const folder = folderOf(database);
  return (title) => {
    const path = titles?.get(lettersOf(title));
    return path?.slice(folder === '' ? 0 : folder.length + 1);
  };
}

/** Reduces a title to letters and digits, since file names replace other characters. */
const lettersOf = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
