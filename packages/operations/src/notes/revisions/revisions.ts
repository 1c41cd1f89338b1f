import { type Input, type Output, ServiceError } from '@notes/contract';
import type { DocumentWithBody, Reader, RevisionWithBody } from '@notes/storage';
import { getActiveDocument } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { decodeCursor, encodeCursor, paginate } from '../../platform/cursor.js';
import { wireDocument, wireRevision } from '../../platform/wire.js';
import { rewrite } from '../documents/rewrite.js';

export function listRevisions(context: Context, input: Input<'listRevisions'>): Output<'listRevisions'> {
  const { store, cursorKey } = context.library;
  const binding = ['revisions', input.document_id];
  const before = input.cursor === undefined ? undefined : decodeCursor<number>(cursorKey, binding, input.cursor);
  const rows = store.read((reader) => {
    const document = getActiveDocument(reader, input.document_id);
    return reader.revisions.list(document.pk, input.limit + 1, before);
  });
  const { page, next } = paginate(rows, input.limit, (last) => encodeCursor(cursorKey, binding, last.pk));
  return { revisions: page.map(wireRevision), next_cursor: next };
}

export function getRevision(context: Context, input: Input<'getRevision'>): Output<'getRevision'> {
  const revision = context.library.store.read((reader) => {
    const document = getActiveDocument(reader, input.document_id);
    return existingRevision(reader, document.pk, input.revision_id);
  });
  return { ...wireRevision(revision), document_id: input.document_id, body: revision.body };
}

export async function restoreRevision(
  context: Context,
  input: Input<'restoreRevision'>,
): Promise<Output<'restoreRevision'>> {
  const old = (current: DocumentWithBody, unit: Reader) => existingRevision(unit, current.pk, input.revision_id);
  const document = await rewrite(context, input, old, { always: true });
  return wireDocument(document, context.library);
}

function existingRevision(reader: Reader, documentPk: number, id: string): RevisionWithBody {
  const revision = reader.revisions.get(documentPk, id);
  if (revision === undefined) throw new ServiceError('not_found', `The note has no revision "${id}". Check the id`);
  return revision;
}
