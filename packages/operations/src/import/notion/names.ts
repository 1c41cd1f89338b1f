import { basename } from 'node:path';

/** The id that Notion writes behind the name of a page, a database or its folder. */
const ID = /\s+([0-9a-f]{32})(_all)?$/i;
const EXTENSION = /\.(?:md|html|csv)$/i;
/** Folders and archives that only say that they are exports. */
const EXPORT = /^(?:export-)?[0-9a-f]{8}-[0-9a-f-]{27}|^export-/i;

export interface PageName {
  readonly title: string;
  /** Undefined in exports that leave ids out. */
  readonly id: string | undefined;
}

/** What the name of a file or a folder says. */
export function readName(path: string): PageName {
  const stem = basename(path).replace(EXTENSION, '');
  const [whole, id] = ID.exec(stem) ?? [];
  const title = whole === undefined ? stem.replace(/_all$/, '') : stem.slice(0, -whole.length);
  return { title: title.trim() || 'Untitled', id: id?.toLowerCase() };
}

/** The notebooks of a folder: without ids, and without the folder that an export begins with. */
export const notebooksOf = (folder: readonly string[]): string[] =>
  folder.filter((name, level) => level > 0 || !EXPORT.test(name)).map((name) => readName(name).title);

/** What the notebook of an archive is called. */
export const exportName = (name: string): string => (EXPORT.test(name) ? 'Notion' : readName(name).title);
