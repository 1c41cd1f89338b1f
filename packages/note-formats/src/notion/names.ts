import { basename } from 'node:path';

/** Id that Notion appends to the name of a page, database or folder. */
const ID = /\s+([0-9a-f]{32})(_all)?$/i;
const EXTENSION = /\.(?:md|html|csv)$/i;
/** Names of folders and archives that only denote an export. */
const EXPORT = /^(?:export-)?[0-9a-f]{8}-[0-9a-f-]{27}|^export-/i;

export interface PageName {
  readonly title: string;
  /** Id in lower case; undefined in exports without ids. */
  readonly id: string | undefined;
}

/** Parses the name of a file or folder. */
export function readName(path: string): PageName {
  const stem = basename(path).replace(EXTENSION, '');
  const [whole, id] = ID.exec(stem) ?? [];
  const title = whole === undefined ? stem.replace(/_all$/, '') : stem.slice(0, -whole.length);
  return { title: title.trim() || 'Untitled', id: id?.toLowerCase() };
}

/** Returns the notebook names of a folder, without ids and without the top folder of an export. */
export const getNotebookNames = (folder: readonly string[]): string[] =>
  folder.filter((name, level) => level > 0 || !EXPORT.test(name)).map((name) => readName(name).title);

/** Returns the notebook name for an archive. */
export const getExportName = (name: string): string => (EXPORT.test(name) ? 'Notion' : readName(name).title);
