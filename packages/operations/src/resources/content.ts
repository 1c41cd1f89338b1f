import { type ByteRange, type Output, ServiceError } from '@notes/contract';
import type { BlobFile } from '@notes/storage';
import { existingResource } from '../access.js';
import type { Library } from '../context.js';

type Content = Output<'getResourceContent'>;

/**
 * The bytes that `getResourceContent` describes, `size_bytes` of them, or a range. Those of up to 1 MiB are checked
 * before the first piece is given; of more, all but the last piece come before the hash of all is known to be right,
 * and a part of them comes unchecked. The file is closed when the pieces end, or are returned after the first.
 *
 * @throws ServiceError `not_found` when the attachment was deleted meanwhile; `internal_error` where the bytes are
 *   damaged, its cause says which
 */
export async function* readContent({ store }: Library, content: Content, range?: ByteRange): AsyncGenerator<Buffer> {
  const file = await store.blobs.open(content.sha256);
  if (file === undefined) store.read((reader) => existingResource(reader, content.id));
  try {
    if (file?.sizeBytes !== content.size_bytes) throw new Error('missing, or of another size');
    yield* piecesOf(file, range);
  } catch (error) {
    throw damaged(content, error);
  } finally {
    await file?.close();
  }
}

/** A range of all the bytes is checked as they are. */
function piecesOf(file: BlobFile, range: ByteRange | undefined): AsyncGenerator<Buffer> {
  const { first, last } = range ?? { first: 0, last: file.sizeBytes - 1 };
  return last - first + 1 === file.sizeBytes ? file.readAll() : file.read(first, last + 1);
}

/** The message is for who asked; the cause, for the log, says which bytes. */
const damaged = ({ id, sha256 }: Content, error: unknown) =>
  new ServiceError('internal_error', 'the stored bytes of this attachment are damaged', {
    cause: new Error(`damaged: ${id}, SHA-256 ${sha256}`, { cause: error }),
  });
