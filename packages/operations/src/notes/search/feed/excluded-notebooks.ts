import { nameKey } from '@notes/query-language';
import type { NotebookRow } from '@notes/storage';
import { getNotebookPath, getSubtree } from '../../../organise/notebooks/tree.js';

const toKeys = (path: string) =>
  path
    .split('/')
    .map((name) => nameKey(name.trim()))
    .filter((key) => key !== '');

/** Finds the notebooks whose path ends with a path, ignoring case. */
function findByPath(rows: readonly NotebookRow[], path: string): NotebookRow[] {
  const keys = toKeys(path);
  if (keys.length === 0) return [];
  return rows.filter((row) => {
    const names = getNotebookPath(rows, row);
    return keys.every((key, index) => names.at(index - keys.length)?.nameKey === key);
  });
}

/**
 * Returns the keys of the notebooks that are never sent to the search sidecar, including notebooks in them. A path
 * that several notebooks end with excludes all of them, so that nothing is sent by mistake.
 */
export function findExcludedNotebooks(rows: readonly NotebookRow[], paths: readonly string[]): ReadonlySet<number> {
  const roots = paths.flatMap((path) => findByPath(rows, path));
  return new Set(roots.flatMap((root) => getSubtree(rows, root).map(({ pk }) => pk)));
}

/** Returns the paths that no notebook ends with. */
export const findUnknownPaths = (rows: readonly NotebookRow[], paths: readonly string[]): string[] =>
  paths.filter((path) => findByPath(rows, path).length === 0);
