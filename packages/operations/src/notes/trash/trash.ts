import type { Input, Output } from '@notes/contract';
import type { DocumentWithBody } from '@notes/storage';
import { getTrashedDocument } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { decodeCursor, encodeCursor, paginate } from '../../platform/cursor.js';
import { wireDocument, wireDocumentRow } from '../../platform/wire.js';
import { purgeTrashedNote } from './purge.js';

const BINDING = ['trash'];

export function listTrash(context: Context, input: Input<'listTrash'>): Output<'listTrash'> {
  const { library } = context;
  const after =
    input.cursor === undefined
      ? undefined
      : decodeCursor<{ updatedAt: number; pk: number }>(library.cursorKey, BINDING, input.cursor);
  const rows = library.store.read((reader) => reader.documents.listTrash(input.limit + 1, after));
  const { page, next } = paginate(rows, input.limit, ({ updatedAt, pk }) =>
    encodeCursor(library.cursorKey, BINDING, { updatedAt, pk }),
  );
  return { documents: page.map((row) => wireDocumentRow(row, library)), next_cursor: next };
}

/**
 * Restores a note. A note whose notebook was deleted belongs to the default notebook, to which the deletion moved it.
 */
export async function restoreDocument(
  context: Context,
  input: Input<'restoreDocument'>,
): Promise<Output<'restoreDocument'>> {
  const document = await context.library.store.write((unit) => {
    const trashed = getTrashedDocument(unit, input.document_id);
    unit.documents.restore(trashed, context.now());
    return unit.documents.getWithBody(trashed.id) as DocumentWithBody;
  });
  return wireDocument(document, context.library);
}

export function purgeDocument(context: Context, input: Input<'purgeDocument'>): Promise<Output<'purgeDocument'>> {
  const { document_id } = input;
  return context.library.store.write((unit) => {
    purgeTrashedNote(unit, document_id, context.now());
    return { document_id };
  });
}
