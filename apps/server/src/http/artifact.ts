import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ByteRange, MAX_RANGE_BYTES, type ServiceError } from '@notes/contract';
import { createLengthHeaders } from './content.js';
import { readRange } from './ranges.js';
import { guardHeaders, type Headers, sendBytes, sendError } from './respond.js';

const ARTIFACT_TYPE = 'application/vnd.service.sync-artifact';

/**
 * Sends the bytes of an artifact, or one requested range of at most `MAX_RANGE_BYTES`. HEAD sends the headers of the
 * whole.
 */
export function sendArtifact(
  request: IncomingMessage,
  response: ServerResponse,
  { ETag, ...headers }: Headers & { ETag: string },
  bytes: Uint8Array,
): void {
  const size = bytes.length;
  let range: ByteRange | undefined;
  try {
    range = readRange(request, ETag, size);
  } catch (error) {
    sendError(response, error as ServiceError, { 'Content-Range': `bytes */${size}` });
    return;
  }
  const bounded = range && { first: range.first, last: Math.min(range.last, range.first + MAX_RANGE_BYTES - 1) };
  const part = bounded === undefined ? bytes : bytes.subarray(bounded.first, bounded.last + 1);
  const all = {
    ...guardHeaders,
    ...headers,
    ...createLengthHeaders(bounded, size),
    ETag,
    'Content-Type': ARTIFACT_TYPE,
  };
  sendBytes(response, { ...all, 'Accept-Ranges': 'bytes' }, part, bounded === undefined ? 200 : 206);
}
