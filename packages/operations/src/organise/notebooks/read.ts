import type { Input, NotebookNode, Output } from '@notes/contract';
import type { NotebookRow, NotebookWithCount, Reader } from '@notes/storage';
import { existingNotebook } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { decodeCursor, encodeCursor, paginate } from '../../platform/cursor.js';
import { wireDocumentRow, wireNotebook } from '../../platform/wire.js';

export function listNotebooks(context: Context): Output<'listNotebooks'> {
  return { notebooks: context.library.store.read(wireAll) };
}

export function getNotebookTree(context: Context): Output<'getNotebookTree'> {
  const nodes: NotebookNode[] = context.library.store.read(wireAll).map((notebook) => ({ ...notebook, children: [] }));
  const byId = new Map(nodes.map((node) => [node.notebook_id, node]));
  const top: NotebookNode[] = [];
  for (const node of nodes) {
    const parent = node.parent_notebook_id === null ? undefined : byId.get(node.parent_notebook_id);
    (parent?.children ?? top).push(node);
  }
  return { notebooks: top };
}

export function getNotebook(context: Context, input: Input<'getNotebook'>): Output<'getNotebook'> {
  return context.library.store.read((reader) => wireOne(reader, existingNotebook(reader, input.notebook_id)));
}

export function listNotebookDocuments(
  context: Context,
  input: Input<'listNotebookDocuments'>,
): Output<'listNotebookDocuments'> {
  const { library } = context;
  const binding = ['notebook', input.notebook_id];
  const after =
    input.cursor === undefined ? undefined : decodeCursor<UpdatedKey>(library.cursorKey, binding, input.cursor);
  const rows = library.store.read((reader) => {
    const notebook = existingNotebook(reader, input.notebook_id);
    return reader.documents.listInNotebook(notebook.pk, input.limit + 1, after);
  });
  const { page, next } = paginate(rows, input.limit, ({ updatedAt, pk }) =>
    encodeCursor(library.cursorKey, binding, { updatedAt, pk }),
  );
  return { documents: page.map((row) => wireDocumentRow(row, library)), next_cursor: next };
}

type UpdatedKey = { updatedAt: number; pk: number };

function wireAll(reader: Reader): Output<'getNotebook'>[] {
  const rows: NotebookWithCount[] = reader.notebooks.allWithCounts();
  const ids = new Map(rows.map((row) => [row.pk, row.id]));
  return rows.map((row) => wireNotebook(row, row.parentPk === null ? null : (ids.get(row.parentPk) ?? null)));
}

/** Returns one notebook in wire form, with its note count. */
export function wireOne(reader: Reader, row: NotebookRow): Output<'getNotebook'> {
  const parent = row.parentPk === null ? undefined : reader.notebooks.all().find(({ pk }) => pk === row.parentPk);
  return wireNotebook({ ...row, noteCount: reader.notebooks.noteCount(row.pk) }, parent?.id ?? null);
}
