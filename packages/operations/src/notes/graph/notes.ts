import { ServiceError } from '@notes/contract';
import type { Reader } from '@notes/storage';

/** Returns the node of an active note. */
export function getNode(reader: Reader, field: string, id: string): number {
  const document = reader.documents.get(id);
  if (document === undefined || document.deletedAt !== null)
    throw new ServiceError('not_found', `${field}: there is no note "${id}" outside Trash. Check the id`);
  return document.pk;
}
