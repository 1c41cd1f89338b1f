import type { QueryNode } from '@notes/query-language';
import type { NotebookRow } from '../notebooks/notebooks.js';

export type NotebookLike = Pick<NotebookRow, 'pk' | 'id' | 'parentPk' | 'nameKey'>;
type NotebookNode = Extract<QueryNode, { type: 'notebook' | 'notebook_id' }>;

/** Keys of the notebooks that a node refers to, by id or by the end of their path, and of their descendants. */
export function notebookKeys(node: NotebookNode, rows: readonly NotebookLike[]): number[] {
  const byKey = new Map(rows.map((row) => [row.pk, row]));
  const children = new Map<number | null, NotebookLike[]>();
  for (const row of rows) {
    const siblings = children.get(row.parentPk);
    if (siblings === undefined) children.set(row.parentPk, [row]);
    else siblings.push(row);
  }
  const found = new Set<number>();
  const visit = (row: NotebookLike) => {
    if (found.has(row.pk)) return;
    found.add(row.pk);
    for (const child of children.get(row.pk) ?? []) visit(child);
  };
  const isNamed = (row: NotebookLike) =>
    node.type === 'notebook_id' ? row.id === node.id : endsIn(row, node.path, byKey);
  for (const row of rows) if (isNamed(row)) visit(row);
  return [...found];
}

function endsIn(row: NotebookLike, path: readonly string[], byKey: ReadonlyMap<number, NotebookLike>): boolean {
  let at: NotebookLike | undefined = row;
  for (const key of path.toReversed()) {
    if (at?.nameKey !== key) return false;
    at = at.parentPk === null ? undefined : byKey.get(at.parentPk);
  }
  return true;
}
