import { type Input, type Output, ServiceError } from '@notes/contract';
import type { NotebookRow } from '@notes/storage';
import { existingNotebook } from '../../platform/access.js';
import { DEFAULT_NOTEBOOK } from '../../platform/builtins.js';
import type { Context } from '../../platform/context.js';
import { getSubtree } from './tree.js';

const PREVIEW_NAMES = 100;

export function deleteNotebook(context: Context, input: Input<'deleteNotebook'>): Promise<Output<'deleteNotebook'>> {
  return context.library.store.write((unit) => {
    const root = existingNotebook(unit, input.notebook_id);
    const protection = findProtection(root);
    if (protection !== undefined) throw new ServiceError('forbidden', protection);
    const home = existingNotebook(unit, DEFAULT_NOTEBOOK);
    const rows = getSubtree(unit.notebooks.all(), root);
    const at = context.now();
    let trashed = 0;
    for (const row of rows.toReversed()) {
      trashed += unit.documents.emptyNotebook(row.pk, home.pk, at);
      unit.notebooks.delete(row);
    }
    return { deleted_notebooks: rows.length, trashed_notes: trashed, rehome_notebook_id: home.id };
  });
}

export function previewNotebookDeletion(
  context: Context,
  input: Input<'previewNotebookDeletion'>,
): Output<'previewNotebookDeletion'> {
  return context.library.store.read((reader) => {
    const root = existingNotebook(reader, input.notebook_id);
    const rows = getSubtree(reader.notebooks.all(), root);
    const below = rows.slice(1);
    const reason = findProtection(root);
    const total = (count: (pk: number) => number) => rows.reduce((sum, { pk }) => sum + count(pk), 0);
    return {
      notebook_id: root.id,
      name: root.name,
      notebooks: rows.length,
      descendant_names: below.slice(0, PREVIEW_NAMES).map(({ name }) => name),
      truncated: below.length > PREVIEW_NAMES,
      notes: total((pk) => reader.notebooks.noteCount(pk)),
      trashed_notes: total((pk) => reader.notebooks.trashedCount(pk)),
      rehome_notebook_id: DEFAULT_NOTEBOOK,
      deletable: reason === undefined,
      ...(reason !== undefined && { reason }),
    };
  });
}

const findProtection = (row: NotebookRow) =>
  row.builtin ? `Notebook ${JSON.stringify(row.name)} is built in and cannot be deleted` : undefined;
