import { type ExportedAttachment, StorageError } from '@notes/storage';
import type { ExportProgress } from './export-progress.js';
import type { Snapshot } from './snapshot.js';
import type { TargetFolder } from './target-folder.js';

type Copy = (attachment: ExportedAttachment, pieces: AsyncIterable<Buffer>) => AsyncIterable<Uint8Array>;

/**
 * Copies the attachments of an export to their paths and verifies their digests.
 *
 * @param target null on a dry run, which only counts the attachments
 * @param copy transforms the bytes on the way
 *
 * @throws StorageError `damaged_blob`, naming the attachment whose bytes are damaged or lost
 */
export async function writeAttachments(
  { reader }: Snapshot,
  target: TargetFolder | null,
  progress: ExportProgress,
  copy: Copy = (_, pieces) => pieces,
): Promise<void> {
  const written = new Set<string>();
  for (const attachment of reader.exported.attachments()) {
    const { id, sha256, sizeBytes, createdAt } = attachment;
    const path = reader.exported.findPath('resources', id);
    // Attachments with the same bytes may share a path.
    if (path === undefined || written.has(path)) continue;
    written.add(path);
    if (target === null) {
      await progress.countWritten(sizeBytes);
      continue;
    }
    const file = await reader.blobs.open(sha256);
    if (file === undefined)
      throw new StorageError('damaged_blob', `${id}: the file of this attachment is missing. Run notes doctor`);
    try {
      await target.writePieces(path, copy(attachment, file.readAll()), createdAt);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      throw new StorageError(error.reason, `${id}: ${error.message}`, error);
    } finally {
      await file.close();
    }
    await progress.countWritten(sizeBytes);
  }
}
