import { checkPrecondition, ServiceError } from '@notes/contract';
import type { DocumentRecord, DocumentWithBody, NotebookRow, Reader, ResourceRow } from '@notes/storage';
import type { Context } from './context.js';
import { createNotFoundError } from './not-found.js';

/** Returns an active note for reading. Notes in Trash are read only through their own routes and `getDocument`. */
export const getActiveDocument = (reader: Reader, id: string): DocumentRecord =>
  requireActive(reader.documents.get(id), id);

/** Returns an active note with its text for reading. */
export const getActiveText = (reader: Reader, id: string): DocumentWithBody =>
  requireActive(reader.documents.getWithBody(id), id);

function requireActive<Document extends DocumentRecord>(document: Document | undefined, id: string): Document {
  if (document === undefined || document.deletedAt !== null) throw createNotFoundError('active-note', id);
  return document;
}

type Target = { document_id: string; base_revision_id?: string | undefined };

/**
 * Returns a note for writing.
 *
 * @throws ServiceError `not_found`; `forbidden` in Trash or a read-only notebook; `precondition_required` or
 * `revision_conflict` as the operation's precondition demands
 */
export const getWritableDocument = (reader: Reader, context: Context, target: Target): DocumentRecord =>
  requireWritable(reader.documents.get(target.document_id), context, target);

/** Returns a note with its text for writing. Reading a long text takes a while. */
export const getWritableText = (reader: Reader, context: Context, target: Target): DocumentWithBody =>
  requireWritable(reader.documents.getWithBody(target.document_id), context, target);

function requireWritable<Document extends DocumentRecord>(
  document: Document | undefined,
  context: Context,
  { document_id, base_revision_id: base }: Target,
): Document {
  if (document === undefined || (document.deletedAt !== null && context.hidesTrash === true))
    throw createNotFoundError('note', document_id);
  if (document.deletedAt !== null) throw new ServiceError('forbidden', 'The note is in Trash. Restore it first');
  if (document.readOnly) throw new ServiceError('forbidden', 'Notes in Help and Reports are read-only');
  checkPrecondition(context, base);
  checkRevision(document, base);
  return document;
}

/** @throws ServiceError `revision_conflict` when a revision is given and is not the current one */
export function checkRevision(document: DocumentRecord, base: string | undefined): void {
  if (base === undefined || base === document.revisionId) return;
  throw new ServiceError(
    'revision_conflict',
    `The note changed: its current revision is ${document.revisionId}. Read the note again`,
    {
      currentRevisionId: document.revisionId,
    },
  );
}

/** @throws ServiceError `not_found` when the note is missing or not in Trash */
export function getTrashedDocument(reader: Reader, id: string): DocumentRecord {
  const document = reader.documents.get(id);
  if (document === undefined || document.deletedAt === null) throw createNotFoundError('trashed-note', id);
  return document;
}

/** @throws ServiceError `not_found` */
export function existingNotebook(reader: Reader, id: string): NotebookRow {
  const notebook = reader.notebooks.get(id);
  if (notebook === undefined) throw createNotFoundError('notebook', id);
  return notebook;
}

/** Returns an attachment. To a caller that hides Trash, an attachment used only by notes in Trash does not exist. */
export function getVisibleResource(reader: Reader, { hidesTrash }: Context, id: string): ResourceRow {
  const resource = existingResource(reader, id);
  const { notes, trashed } = reader.resources.countUses(resource.pk);
  if (hidesTrash === true && notes > 0 && notes === trashed) throw createNotFoundError('attachment', id);
  return resource;
}

/** @throws ServiceError `not_found` */
export function existingResource(reader: Reader, id: string): ResourceRow {
  const resource = reader.resources.get(id);
  if (resource === undefined) throw createNotFoundError('attachment', id);
  return resource;
}

/** Returns a notebook that accepts notes. */
export function getWritableNotebook(reader: Reader, id: string): NotebookRow {
  const notebook = existingNotebook(reader, id);
  if (notebook.readOnly)
    throw new ServiceError(
      'forbidden',
      `Notebook ${JSON.stringify(notebook.name)} is read-only. Choose another notebook`,
    );
  return notebook;
}
