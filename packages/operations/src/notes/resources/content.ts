import { type ByteRange, type Output, ServiceError } from '@notes/contract';
import { asDiskError, type BlobFile } from '@notes/storage';
import { existingResource } from '../../platform/access.js';
import type { Library } from '../../platform/context.js';
import { toServiceError } from '../../platform/service-error.js';

type Content = Output<'getResourceContent'>;

/**
 * Yields the bytes described by `getResourceContent`, `size_bytes` of them or a range. Files of up to 1 MiB are
 * verified before the first piece. Larger files are verified before the last piece, and partial ranges are not
 * verified. The file is closed when the generator ends, or is returned after the first piece.
 *
 * @throws ServiceError `not_found` when the attachment was deleted meanwhile; `storage_unavailable` when the disk cannot
 * read the bytes; `internal_error` when they are damaged, with the details in its cause
 */
export async function* readContent({ store }: Library, content: Content, range?: ByteRange): AsyncGenerator<Buffer> {
  const file = await store.blobs.open(content.sha256);
  if (file === undefined) store.read((reader) => existingResource(reader, content.id));
  try {
    if (file?.sizeBytes !== content.size_bytes) throw new Error('The file is missing or has another size');
    yield* readPieces(file, range);
  } catch (error) {
    const failure = asDiskError(error);
    throw failure === error ? damagedContentError(content, error) : toServiceError(failure);
  } finally {
    await file?.close();
  }
}

/** Verifies the bytes also for a range that covers all of them. */
function readPieces(file: BlobFile, range: ByteRange | undefined): AsyncGenerator<Buffer> {
  const { first, last } = range ?? { first: 0, last: file.sizeBytes - 1 };
  return last - first + 1 === file.sizeBytes ? file.readAll() : file.read(first, last + 1);
}

/** Returns an error whose cause names the bytes for the log, while the message does not. */
const damagedContentError = ({ id, sha256 }: Content, error: unknown) =>
  new ServiceError('internal_error', 'The stored file of this attachment is damaged. Run notes doctor', {
    cause: new Error(`Damaged attachment ${id}, SHA-256 ${sha256}`, { cause: error }),
  });
