import { ArchiveError, type ArchiveErrorCode, type BlobEntry, type VerifyReport } from '@notes/archive-manifest';
import { openArchive } from '@notes/archive-manifest/node';
import { dataPaths, StagedBlobs, StorageError, type StorageReason } from '@notes/storage';
import { EVERY_BYTE, readArchive } from './read-archive.js';

export interface VerifyTask {
  /** Of the archive. */
  readonly directory: string;
  /**
   * The data directory that gets the blobs as they are read, durably where nothing is wrong with the archive; null for
   * none. Long texts are blobs too, and no library has them as files: which these are is known when it is there.
   */
  readonly blobsTo: string | null;
}

/** Errors do not come from one thread to another as they are. */
export type VerifyAnswer =
  | { readonly found: VerifyReport }
  | { readonly archive: ArchiveErrorCode; readonly message: string }
  | { readonly storage: StorageReason; readonly message: string };

/** Verifies an archive at level 3 in a worker, and brings its blobs on the way. */
export default async function verifyArchiveThere({ directory, blobsTo }: VerifyTask): Promise<VerifyAnswer> {
  const archive = openArchive(directory);
  try {
    if (blobsTo === null) return { found: await readArchive(archive, EVERY_BYTE, {}) };
    const staged = new StagedBlobs(dataPaths(blobsTo));
    const onBlob = ({ sha256, size_bytes }: BlobEntry) =>
      staged.has(sha256, size_bytes) ? null : staged.begin(sha256);
    const found = await readArchive(archive, EVERY_BYTE, {}, { onBlob });
    if (found.ok) await staged.sync();
    return { found };
  } catch (error) {
    if (error instanceof ArchiveError) return { archive: error.code, message: error.message };
    if (error instanceof StorageError) return { storage: error.reason, message: error.message };
    throw error;
  } finally {
    archive.close();
  }
}
