import { ServiceError } from '@notes/contract';
import type { DocumentName, Reader } from '@notes/storage';

/** Returns the node of an active note. */
export function getNode(reader: Reader, field: string, id: string): number {
  const document = reader.documents.get(id);
  if (document === undefined || document.deletedAt !== null)
    throw new ServiceError('not_found', `${field}: there is no note with this id outside Trash`);
  return document.pk;
}

/** Returns a lookup of the names that list responses show, by node. */
export function createNameLookup(reader: Reader, nodes: readonly number[]): (node: number) => DocumentName {
  const names = new Map(reader.documents.getMany(nodes).map((row) => [row.pk, row]));
  return (node) => names.get(node) as DocumentName;
}
