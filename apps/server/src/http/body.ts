import type { IncomingMessage, ServerResponse } from 'node:http';
import { MIMEType } from 'node:util';
import { ServiceError } from '@notes/contract';
import { isObject, type JsonObject, parseJson } from '../json.js';
import type { Deadline } from './deadline.js';
import { countHeader } from './headers.js';

const MAX_SMALL_BODY_BYTES = 1024 * 1024;
/** Reads a body; stops when the deadline is over. The result is a promise only for a request with a body. */
export type BodyReader = (
  request: IncomingMessage,
  response: ServerResponse,
  deadline: Deadline,
) => JsonObject | Promise<JsonObject>;

/**
 * Creates a reader of the JSON object in a request; an empty body is an empty object. The parser of Express
 * ignores a body of another type, neither sends `100 Continue` nor stops at a deadline, and allows any number of values.
 *
 * @throws ServiceError `unsupported_media_type`, `body_too_large` as soon as the limit is exceeded, `validation_failed`
 */
export function createBodyReader(carriesText: boolean, maxJsonBytes: number): BodyReader {
  const limit = carriesText ? maxJsonBytes : Math.min(MAX_SMALL_BODY_BYTES, maxJsonBytes);
  return (request, response, deadline) => {
    if (!hasBody(request)) return {};
    return readJsonBytes(request, response, { limit, deadline }).then((bytes) =>
      bytes.length === 0 ? {} : parseObject(bytes),
    );
  };
}

/**
 * Reads the bytes of a JSON body, at most `limit` of them; stops when the deadline is over.
 *
 * @throws ServiceError `unsupported_media_type`, `body_too_large` as soon as the limit is exceeded, `validation_failed`
 * for an incomplete body
 */
export async function readJsonBytes(
  request: IncomingMessage,
  response: ServerResponse,
  { limit, deadline }: { limit: number; deadline: Deadline },
): Promise<Buffer> {
  checkType(request);
  if (Number(request.headers['content-length']) > limit) throw createTooLargeError(limit);
  sendContinue(request, response);
  return readBytes(request, limit, deadline);
}

export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

export function isEncoded({ headers }: IncomingMessage): boolean {
  return headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity';
}

/** Sends `100 Continue` to a client that expects it. Clients do not send bodies that were refused by their headers. */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.expect !== undefined && request.httpVersion === '1.1') response.writeContinue();
}

export const createTooLargeError = (limit: number) =>
  new ServiceError('body_too_large', `The body exceeds the limit of ${limit} bytes. Send a smaller one`);
export const createIncompleteBodyError = () =>
  new ServiceError('validation_failed', 'The connection ended before the whole body arrived. Send the request again');

function checkType(request: IncomingMessage): void {
  const { headers, rawHeaders } = request;
  if (isEncoded(request) || countHeader(rawHeaders, 'content-type') !== 1 || !isJson(headers['content-type'] as string))
    throw new ServiceError(
      'unsupported_media_type',
      'Content-Type: must be application/json in UTF-8, without Content-Encoding',
    );
}

function isJson(contentType: string): boolean {
  try {
    const { essence, params } = new MIMEType(contentType);
    return essence === 'application/json' && (params.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8';
  } catch {
    return false;
  }
}

function readBytes(request: IncomingMessage, limit: number, deadline: Deadline): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (error?: ServiceError) => {
      request.off('data', onData).off('end', onEnd).off('close', onCut);
      stop();
      if (error === undefined) resolve(Buffer.concat(chunks, size));
      else reject(error);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) settle(createTooLargeError(limit));
      else chunks.push(chunk);
    };
    const onEnd = () => settle();
    const onCut = () => settle(createIncompleteBodyError());
    request.on('data', onData).on('end', onEnd).on('close', onCut);
    const stop = deadline.onOver(onCut);
  });
}

/**
 * Parses a JSON object.
 * @throws ServiceError `validation_failed`
 */
export function parseObject(bytes: Buffer): JsonObject {
  const value = parseJson(bytes);
  if (!isObject(value)) throw new ServiceError('validation_failed', 'The body must be a JSON object');
  return value;
}
