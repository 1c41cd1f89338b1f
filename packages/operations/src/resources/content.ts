import { type Output, ServiceError } from '@notes/contract';
import { StorageError } from '@notes/storage';
import type { Library } from '../context.js';

/** As in `Buffer.subarray`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The bytes that `getResourceContent` describes: all of them, the last only once their hash is right; or a range, which
 * is checked where all of them are up to 1 MiB.
 *
 * @throws ServiceError `internal_error` where they are damaged
 */
export async function* readContent(
  { store }: Library,
  { sha256, size_bytes }: Output<'getResourceContent'>,
  range?: ByteRange,
): AsyncGenerator<Uint8Array> {
  const file = await store.blobs.open(sha256);
  try {
    if (file?.sizeBytes !== size_bytes) throw damaged();
    yield* range === undefined ? file.readAll() : file.read(range.start, range.end);
  } catch (error) {
    throw error instanceof StorageError ? damaged(error) : error;
  } finally {
    await file?.close();
  }
}

const damaged = (cause?: unknown) =>
  new ServiceError('internal_error', 'the stored bytes of this attachment are damaged', { cause });
