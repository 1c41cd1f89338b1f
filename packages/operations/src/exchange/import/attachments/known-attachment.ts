import type { FileItem, OpenFile, Rejection } from '@notes/note-formats';
import type { ResourceRow } from '@notes/storage';
import type { ImportRun } from '../import-run.js';
import { computeDigest } from './import-file.js';

/**
 * Finds the attachment of a note that has the bytes of a file. Prefers the one with the same name.
 *
 * @returns the id of the attachment; undefined when there is none
 */
export async function findKnownAttachment(
  { library }: Pick<ImportRun, 'library'>,
  documentId: string | undefined,
  file: FileItem,
): Promise<string | undefined> {
  if (documentId === undefined || file.rejection !== undefined) return undefined;
  const attached = library.store.read(({ documents, resources }) => {
    const note = documents.get(documentId);
    return note === undefined ? [] : resources.listForDocument(note.pk);
  });
  if (attached.length === 0) return undefined;
  const found = await file.open((open) => findAmong(attached, file, open));
  return typeof found === 'string' ? found : undefined;
}

async function findAmong(
  attached: readonly ResourceRow[],
  { filename }: FileItem,
  { sizeBytes, isSizeBound = false, pieces }: OpenFile,
): Promise<string | Rejection | undefined> {
  const candidates = attached.filter((resource) =>
    isSizeBound ? resource.sizeBytes <= sizeBytes : resource.sizeBytes === sizeBytes,
  );
  if (candidates.length === 0) return undefined;
  const sha256 = await computeDigest(pieces(sizeBytes));
  const same = candidates.filter((resource) => resource.sha256 === sha256);
  return (same.find((resource) => resource.filename === filename) ?? same[0])?.id;
}
