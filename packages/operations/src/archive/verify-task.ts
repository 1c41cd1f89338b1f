import {
  ArchiveContents,
  ArchiveError,
  type ArchiveErrorCode,
  type Manifest,
  type VerifyReport,
} from '@notes/archive-manifest';
import { type ArchiveFolder, nodeSha256, openArchive } from '@notes/archive-manifest/node';
import { dataPaths, StagedBlobs, StorageError, type StorageReason } from '@notes/storage';
import { EVERY_BYTE, readArchive } from './read-archive.js';

export interface VerifyTask {
  /** Of the archive. */
  readonly directory: string;
  /** The data directory that gets the blobs of an archive in which nothing is wrong, durably; null for none. */
  readonly blobsTo: string | null;
}

/** Errors do not come from one thread to another as they are. */
export type VerifyAnswer =
  | { readonly found: VerifyReport }
  | { readonly archive: ArchiveErrorCode; readonly message: string }
  | { readonly storage: StorageReason; readonly message: string };

/** Verifies an archive at level 3 in a worker. */
export default async function verifyArchiveThere({ directory, blobsTo }: VerifyTask): Promise<VerifyAnswer> {
  const archive = openArchive(directory);
  try {
    const found = await readArchive(archive, EVERY_BYTE, {});
    if (blobsTo !== null && found.ok && found.manifest !== null) await copyBlobs(archive, found.manifest, blobsTo);
    return { found };
  } catch (error) {
    if (error instanceof ArchiveError) return { archive: error.code, message: error.message };
    if (error instanceof StorageError) return { storage: error.reason, message: error.message };
    throw error;
  } finally {
    archive.close();
  }
}

/** Long texts are blobs too, and no library has them as files: which these are is known when it is there. */
async function copyBlobs(archive: ArchiveFolder, manifest: Manifest, dataDir: string): Promise<void> {
  const contents = new ArchiveContents(archive, manifest, { hash: nodeSha256 });
  const staged = new StagedBlobs(dataPaths(dataDir));
  for await (const blob of contents.blobs())
    if (!staged.has(blob.sha256, blob.size_bytes)) await staged.take(blob.sha256, contents.bytes(blob));
  await staged.sync();
}
