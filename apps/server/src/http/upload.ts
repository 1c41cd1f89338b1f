import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@notes/contract';
import { parse } from 'content-disposition';
import { cutOff, hasBody, isEncoded, tooLarge, welcome } from './body.js';
import { countHeader } from './headers.js';

export interface UploadLimits {
  readonly maxBytes: number;
  /** Longest wait for the next piece. */
  readonly idleMs: number;
}

/** A sender slower than this is given up on, however steadily it drips. */
const LEAST_BYTES_PER_MS = 1;

/** Judges bytes by the headers they come with, before any is read. */
export function checkUpload(request: IncomingMessage, { maxBytes }: UploadLimits): void {
  if (isEncoded(request) || countHeader(request.rawHeaders, 'content-type') > 1)
    throw new ServiceError('unsupported_media_type', 'send the bytes as they are, with one Content-Type');
  if (Number(request.headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
}

/** What the headers of an upload say of it; a name that is valid UTF-8 is taken for that, as programs send it. */
export function describeUpload({ headers }: IncomingMessage): { filename?: string; mime_type?: string } {
  const { 'content-type': mime_type, 'content-disposition': disposition } = headers;
  const bytes = Buffer.from(disposition ?? '', 'latin1');
  const { filename } = parse(bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')).parameters;
  return { ...(filename !== undefined && { filename }), ...(mime_type !== undefined && { mime_type }) };
}

/**
 * The bytes of an upload, as they come and as they are asked for. Only the sender is hurried: time that a slow disk
 * takes between two pieces does not count.
 *
 * @throws ServiceError `request_timeout`, `validation_failed` when the connection ends before the bytes do
 */
export async function* receiveUpload(
  request: IncomingMessage,
  response: ServerResponse,
  { idleMs }: UploadLimits,
): AsyncGenerator<Buffer> {
  if (!hasBody(request)) return;
  welcome(request, response);
  // Destroyed, the request would take the connection along, and with it the answer that says why.
  const pieces = request.iterator({ destroyOnReturn: false }) as AsyncGenerator<Buffer>;
  try {
    for (let patienceMs = idleMs; ; ) {
      if (response.closed) throw cutOff();
      const asked = performance.now();
      const next = await arrivalOf(pieces.next(), Math.min(patienceMs, idleMs), response);
      if (next.done === true) return;
      patienceMs += next.value.length / LEAST_BYTES_PER_MS - (performance.now() - asked);
      yield next.value;
    }
  } finally {
    // Where a piece is still waited for, this is done when it comes.
    void pieces.return(undefined);
  }
}

const tooSlow = () => new ServiceError('request_timeout', 'the bytes came too slowly');

/** What `next` gives, if it does in time and before the request is answered or the connection gone. */
async function arrivalOf<T>(next: Promise<T>, ms: number, response: ServerResponse): Promise<T> {
  const done = new AbortController();
  const { signal } = done;
  const end = (error: () => ServiceError) => () => Promise.reject(error());
  try {
    return await Promise.race([
      next.catch(end(cutOff)),
      once(response, 'close', { signal }).then(end(cutOff)),
      sleep(ms, undefined, { signal }).then(end(tooSlow)),
    ]);
  } finally {
    done.abort();
  }
}

/** Does `work` while nothing need be heard on a connection: making many bytes durable takes a slow disk minutes. */
export async function unhurried<T>(socket: Socket, work: () => Promise<T>): Promise<T> {
  const idleMs = socket.timeout ?? 0;
  socket.setTimeout(0);
  try {
    return await work();
  } finally {
    socket.setTimeout(idleMs);
  }
}
