import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@notes/contract';
import { parse } from 'content-disposition';
import { createIncompleteBodyError, createTooLargeError, hasBody, isEncoded, sendContinue } from './body.js';
import { countHeader } from './headers.js';

export interface UploadLimits {
  readonly maxBytes: number;
  /** Longest wait for the next piece, in milliseconds. */
  readonly idleMs: number;
}

/**
 * Smallest average rate of an upload in bytes per millisecond; a slower sender is disconnected, even if it sends
 * steadily.
 */
const MIN_BYTES_PER_MS = 1;

/** Checks the headers of an upload before any byte is read. */
export function checkUpload(request: IncomingMessage, { maxBytes }: UploadLimits): void {
  if (isEncoded(request) || countHeader(request.rawHeaders, 'content-type') > 1)
    throw new ServiceError(
      'unsupported_media_type',
      'Send the bytes without Content-Encoding and with one Content-Type at most',
    );
  if (Number(request.headers['content-length']) > maxBytes) throw createTooLargeError(maxBytes);
}

/** Type that curl declares for all bytes when its user declares none. */
const UNDECLARED_TYPE = 'application/x-www-form-urlencoded';

/**
 * Reads name and type of an upload from its headers. A name that is valid UTF-8 is read as UTF-8, as programs send it.
 */
export function describeUpload({ headers }: IncomingMessage): { filename?: string; mime_type?: string } {
  const { 'content-type': mime_type, 'content-disposition': disposition } = headers;
  const bytes = Buffer.from(disposition ?? '', 'latin1');
  const { filename } = parse(bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')).parameters;
  const isDeclared = mime_type !== undefined && mime_type !== UNDECLARED_TYPE;
  return { ...(filename !== undefined && { filename }), ...(isDeclared && { mime_type }) };
}

/**
 * Yields the bytes of an upload, with backpressure. Only the sender has a time limit: time that a slow disk takes
 * between two pieces does not count.
 *
 * @throws ServiceError `request_timeout`, `validation_failed` when the connection ends before the bytes do
 */
export async function* receiveUpload(
  request: IncomingMessage,
  response: ServerResponse,
  { idleMs }: UploadLimits,
): AsyncGenerator<Buffer> {
  if (!hasBody(request)) return;
  sendContinue(request, response);
  // Destroying the request would close the connection, and the answer with the reason would be lost.
  const pieces = request.iterator({ destroyOnReturn: false }) as AsyncGenerator<Buffer>;
  try {
    for (let remainingMs = idleMs; ; ) {
      if (response.closed) throw createIncompleteBodyError();
      const asked = performance.now();
      const next = await awaitPiece(pieces.next(), Math.min(remainingMs, idleMs), response);
      if (next.done === true) return;
      remainingMs += next.value.length / MIN_BYTES_PER_MS - (performance.now() - asked);
      yield next.value;
    }
  } finally {
    // A pending read delays this call until the next piece comes.
    void pieces.return(undefined);
  }
}

const createTooSlowError = () =>
  new ServiceError('request_timeout', 'The upload was too slow. Send it again over a faster connection');

/**
 * Resolves to the result of `next`. Rejects when it is late, when the request is answered first, or when the connection
 * closes.
 */
async function awaitPiece<T>(next: Promise<T>, ms: number, response: ServerResponse): Promise<T> {
  const done = new AbortController();
  const { signal } = done;
  const end = (error: () => ServiceError) => () => Promise.reject(error());
  try {
    return await Promise.race([
      next.catch(end(createIncompleteBodyError)),
      once(response, 'close', { signal }).then(end(createIncompleteBodyError)),
      sleep(ms, undefined, { signal }).then(end(createTooSlowError)),
    ]);
  } finally {
    done.abort();
  }
}

/** Runs `work` without the idle timeout of a connection: making many bytes durable takes minutes on a slow disk. */
export async function runWithoutIdleTimeout<T>(socket: Socket, work: () => Promise<T>): Promise<T> {
  const idleMs = socket.timeout ?? 0;
  socket.setTimeout(0);
  try {
    return await work();
  } finally {
    socket.setTimeout(idleMs);
  }
}
