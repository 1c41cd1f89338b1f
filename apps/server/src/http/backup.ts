import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ByteRange, MAX_RANGE_BYTES, type Output, ServiceError } from '@notes/contract';
import { matchesAny } from './conditions.js';
import { createLengthHeaders, isClientGone, streamBytes } from './content.js';
import { readRange } from './ranges.js';
import { guardHeaders, sendEmpty, sendError } from './respond.js';

export type Backup = Output<'readPeerBackup'>;

const BACKUP_TYPE = 'application/vnd.service.sync-backup';

/**
 * Sends one range of a backup, of at most `MAX_RANGE_BYTES`, with backpressure. HEAD reports the size.
 *
 * @throws ServiceError `validation_failed` for a request of a larger backup without a range
 */
export async function sendBackup(
  request: IncomingMessage,
  response: ServerResponse,
  { sha256, size_bytes: size, read }: Backup,
): Promise<void> {
  const ETag = `"${sha256}"`;
  if (matchesAny(request.headers['if-none-match'], ETag)) return sendEmpty(response, 304, { ETag });
  const headers = { ...guardHeaders, ETag, 'Content-Type': BACKUP_TYPE, 'Accept-Ranges': 'bytes' };
  if (request.method === 'HEAD')
    return streamBytes(response, { ...headers, ...createLengthHeaders(undefined, size) }, 200, readNothing());
  let range: ByteRange | undefined;
  try {
    range = readRange(request, ETag, size);
  } catch (error) {
    return sendError(response, error as ServiceError, { 'Content-Range': `bytes */${size}` });
  }
  if (range === undefined && size > MAX_RANGE_BYTES)
    throw new ServiceError(
      'validation_failed',
      `The backup has ${size} bytes. Request ranges of at most ${MAX_RANGE_BYTES} bytes`,
    );
  const first = range?.first ?? 0;
  const last = Math.min(range?.last ?? size - 1, first + MAX_RANGE_BYTES - 1);
  const bytes = read(first, last)[Symbol.asyncIterator]();
  try {
    const lengths = createLengthHeaders(range && { first, last }, size);
    await streamBytes(response, { ...headers, ...lengths }, range === undefined ? 200 : 206, bytes);
  } catch (error) {
    if (!isClientGone(error)) throw error;
  } finally {
    await bytes.return?.();
  }
}

async function* readNothing(): AsyncGenerator<Uint8Array> {}
