import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Library } from '@notes/operations';
import { createTooLargeError, hasBody } from '../http/body.js';
import { receiveUpload, type UploadLimits } from '../http/upload.js';

/** Body of a request whose sender is not authenticated yet: stored on disk, and removed by `drop`. */
export interface ReceivedBody {
  /** SHA-256 in hexadecimal. */
  readonly sha256: string;
  readonly read: () => Promise<Buffer>;
  readonly drop: () => void;
}

const EMPTY_BODY: ReceivedBody = {
  sha256: createHash('sha256').digest('hex'),
  read: async () => Buffer.alloc(0),
  drop: () => {},
};

/**
 * Stores a body on disk without holding it in memory.
 *
 * @throws ServiceError `body_too_large` as soon as the limit is exceeded, and as `receiveUpload` does; StorageError for
 * errors of the disk
 */
export async function receiveBody(
  request: IncomingMessage,
  response: ServerResponse,
  { blobs }: Library['store'],
  limits: UploadLimits,
): Promise<ReceivedBody> {
  if (!hasBody(request)) return EMPTY_BODY;
  const { maxBytes } = limits;
  if (Number(request.headers['content-length']) > maxBytes) throw createTooLargeError(maxBytes);
  const pieces = limitBytes(receiveUpload(request, response, limits), maxBytes);
  const received = await blobs.spool(pieces, { maxBytes });
  return {
    sha256: received.sha256,
    read: () => readFile(received.path),
    drop: () => blobs.discard(received),
  };
}

async function* limitBytes(pieces: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > maxBytes) throw createTooLargeError(maxBytes);
    yield piece;
  }
}
