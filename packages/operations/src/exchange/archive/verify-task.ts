import { ArchiveError, type ArchiveErrorCode, type BlobEntry, type VerifyReport } from '@notes/archive-manifest';
import { openArchive } from '@notes/archive-manifest/node';
import { dataPaths, StagedBlobs, StorageError, type StorageReason } from '@notes/storage';
import { EVERY_BYTE, readArchive } from './read-archive.js';

export interface VerifyTask {
  /** Folder of the archive. */
  readonly directory: string;
  /** Path of the manifest within the archive. */
  readonly manifestPath: string;
  /**
   * Data directory that receives the blobs while they are verified, synced when the archive has no problem; null for
   * none. Long texts are among the blobs, although a library does not keep them as files; the caller removes those
   * later.
   */
  readonly blobsTo: string | null;
}

/** Result of the worker. Error classes do not survive the transfer between threads. */
export type VerifyAnswer =
  | { readonly found: VerifyReport }
  | { readonly archive: ArchiveErrorCode; readonly message: string }
  | { readonly storage: StorageReason; readonly message: string }
  | { readonly system: Pick<NodeJS.ErrnoException, 'code' | 'path' | 'syscall'>; readonly message: string };

/** Verifies an archive at level 3 in a worker and copies its blobs while it reads them. */
export default async function verifyArchiveInWorker({
  directory,
  manifestPath,
  blobsTo,
}: VerifyTask): Promise<VerifyAnswer> {
  const archive = openArchive(directory);
  try {
    if (blobsTo === null) return { found: await readArchive(archive, EVERY_BYTE, {}, { manifestPath }) };
    const staged = new StagedBlobs(dataPaths(blobsTo));
    const onBlob = ({ sha256, size_bytes }: BlobEntry) =>
      staged.has(sha256, size_bytes) ? null : staged.createDraft(sha256);
    const found = await readArchive(archive, EVERY_BYTE, {}, { onBlob, manifestPath });
    if (found.ok) await staged.sync();
    return { found };
  } catch (error) {
    if (error instanceof ArchiveError) return { archive: error.code, message: error.message };
    if (error instanceof StorageError) return { storage: error.reason, message: error.message };
    const { code, path, syscall } = error as NodeJS.ErrnoException;
    if (error instanceof Error && code !== undefined)
      return { system: { code, path, syscall }, message: error.message };
    throw error;
  } finally {
    archive.close();
  }
}
