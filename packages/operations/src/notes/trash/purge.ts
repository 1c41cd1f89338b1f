import { ServiceError } from '@notes/contract';
import type { UnitOfWork } from '@notes/storage';
import { getTrashedDocument } from '../../platform/access.js';

export const importedNoteError = () =>
  new ServiceError('forbidden', 'An imported note cannot be purged, because the next import would create it again');

/**
 * Deletes a note in Trash permanently, with the tags that only it had.
 *
 * @throws ServiceError `not_found` when the note is not in Trash; `forbidden` when it was imported
 */
export function purgeTrashedNote(unit: UnitOfWork, id: string, at: number): void {
  const document = getTrashedDocument(unit, id);
  if (unit.provenance.isImported(document.pk)) throw importedNoteError();
  for (const tag of unit.tags.listForDocument(document.pk)) unit.tags.detach(document.pk, tag);
  unit.documents.purge(document, at);
}
