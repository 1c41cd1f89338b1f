import type { NotebookRow } from '@notes/storage';

type Rows = readonly NotebookRow[];

/** From the top notebook down to `row`. */
export function pathOf(rows: Rows, row: NotebookRow): NotebookRow[] {
  const byPk = new Map(rows.map((each) => [each.pk, each]));
  const path: NotebookRow[] = [];
  for (let at: NotebookRow | undefined = row; at !== undefined; at = byPk.get(at.parentPk ?? 0)) path.unshift(at);
  return path;
}

/** A notebook and everything below it, parents before children. */
export function subtree(rows: Rows, root: NotebookRow): NotebookRow[] {
  const children = new Map<number, NotebookRow[]>();
  for (const row of rows) children.set(row.parentPk ?? 0, [...(children.get(row.parentPk ?? 0) ?? []), row]);
  const found = [root];
  for (const row of found) found.push(...(children.get(row.pk) ?? []));
  return found;
}

/** Levels of a subtree: 1 for a notebook with none below. */
export function height(rows: Rows, root: NotebookRow): number {
  const top = pathOf(rows, root).length;
  return Math.max(...subtree(rows, root).map((row) => pathOf(rows, row).length)) - top + 1;
}
