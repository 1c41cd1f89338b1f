import type { NotebookRow } from '@notes/storage';

type Rows = readonly NotebookRow[];

/** Returns the path from the top notebook down to `row`. */
export function getNotebookPath(rows: Rows, row: NotebookRow): NotebookRow[] {
  const byPk = new Map(rows.map((each) => [each.pk, each]));
  const path: NotebookRow[] = [];
  for (let at: NotebookRow | undefined = row; at !== undefined; at = byPk.get(at.parentPk ?? 0)) path.unshift(at);
  return path;
}

/** Formats the path of a notebook as its names from the top, separated by slashes. */
export const formatNotebookPath = (rows: Rows, row: NotebookRow): string =>
  getNotebookPath(rows, row)
    .map(({ name }) => name)
    .join('/');

/** Returns a notebook and everything below it, parents before children. */
export function getSubtree(rows: Rows, root: NotebookRow): NotebookRow[] {
  return groupByLevel(rows, root).flat();
}

/** Returns the number of levels of a subtree: 1 for a notebook without children. */
export function getHeight(rows: Rows, root: NotebookRow): number {
  return groupByLevel(rows, root).length;
}

/** Groups the notebooks of a subtree by their distance from its root. */
function groupByLevel(rows: Rows, root: NotebookRow): NotebookRow[][] {
  const children = new Map<number, NotebookRow[]>();
  for (const row of rows) {
    const siblings = children.get(row.parentPk ?? 0);
    if (siblings === undefined) children.set(row.parentPk ?? 0, [row]);
    else siblings.push(row);
  }
  const found = [[root]];
  for (const level of found) {
    const next = level.flatMap(({ pk }) => children.get(pk) ?? []);
    if (next.length > 0) found.push(next);
  }
  return found;
}
