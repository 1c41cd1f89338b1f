import type { ResourceRow } from '@notes/storage';
import type { ImportRun } from '../import-run.js';
import type { FileItem, OpenFile } from '../item.js';
import type { Rejection } from '../reasons.js';
import { digestOf } from './take-file.js';

/**
 * Finds the attachment of a note that has the bytes of a file. Prefers the one with the same name.
 *
 * @returns the id of the attachment; undefined when there is none
 */
export async function knownAttachment(
  { library }: Pick<ImportRun, 'library'>,
  documentId: string | undefined,
  file: FileItem,
): Promise<string | undefined> {
  if (documentId === undefined || file.rejection !== undefined) return undefined;
  const attached = library.store.read(({ documents, resources }) => {
    const note = documents.get(documentId);
    return note === undefined ? [] : resources.ofDocument(note.pk);
  });
  if (attached.length === 0) return undefined;
  const found = await file.open((open) => among(attached, file, open));
  return typeof found === 'string' ? found : undefined;
}

async function among(
  attached: readonly ResourceRow[],
  { filename }: FileItem,
  { sizeBytes, isSizeBound = false, pieces }: OpenFile,
): Promise<string | Rejection | undefined> {
  const asLong = attached.filter((resource) =>
    isSizeBound ? resource.sizeBytes <= sizeBytes : resource.sizeBytes === sizeBytes,
  );
  if (asLong.length === 0) return undefined;
  const sha256 = await digestOf(pieces(sizeBytes));
  const same = asLong.filter((resource) => resource.sha256 === sha256);
  return (same.find((resource) => resource.filename === filename) ?? same[0])?.id;
}
