import { type Input, type Output, ServiceError } from '@notes/contract';
import { lineRange } from '@notes/markdown-blocks';
import { getActiveText } from '../../platform/access.js';
import type { Context, Library } from '../../platform/context.js';
import { createNotFoundError } from '../../platform/not-found.js';
import { wireDocument, wireHead } from '../../platform/wire.js';

export function getDocument(context: Context, input: Input<'getDocument'>): Output<'getDocument'> {
  const document = context.library.store.readOne((reader) =>
    context.hidesTrash === true
      ? getActiveText(reader, input.document_id)
      : reader.documents.getWithBody(input.document_id),
  );
  if (document === undefined) throw createNotFoundError('note', input.document_id);
  return wireDocument(document, context.library);
}

/** Note and the revision of it that a client has. */
export type NoteRevision = Pick<Output<'getDocument'>, 'id' | 'current_revision_id'>;

/** Returns true when `getDocument` still answers what it answered when the revision was written. */
export const isUnamended = ({ store }: Pick<Library, 'store'>, { id, current_revision_id }: NoteRevision): boolean =>
  store.readOne(({ documents }) => documents.isUnamended(id, current_revision_id));

export function getDocuments(
  { library }: Context,
  { document_ids, max_text_bytes }: Input<'getDocuments'>,
): Output<'getDocuments'> {
  return library.store.read(({ documents }) => {
    const found: Output<'getDocuments'> = { documents: [], missing: [] };
    let left = max_text_bytes;
    for (const id of document_ids) {
      const read = left > 0 ? documents.getWithBody(id) : undefined;
      const document = read ?? documents.get(id);
      if (document === undefined || document.deletedAt !== null) found.missing.push(id);
      else {
        found.documents.push(read === undefined ? wireHead(document, library) : wireDocument(read, library));
        left -= document.sizeBytes;
      }
    }
    return found;
  });
}

export function getDocumentBody(context: Context, input: Input<'getDocumentBody'>): Output<'getDocumentBody'> {
  const document = context.library.store.read((reader) => getActiveText(reader, input.document_id));
  return { text: document.body, current_revision_id: document.revisionId };
}

export function getDocumentLines(context: Context, input: Input<'getDocumentLines'>): Output<'getDocumentLines'> {
  const end = input.end ?? Number.MAX_SAFE_INTEGER;
  if (end < input.start) throw new ServiceError('validation_failed', 'end: must not be before start');
  const document = context.library.store.read((reader) => getActiveText(reader, input.document_id));
  const range = lineRange(document.body, input.start, end);
  return {
    document_id: document.id,
    revision_id: document.revisionId,
    start: range.start,
    end: range.end,
    total_lines: range.totalLines,
    text: range.text,
  };
}
