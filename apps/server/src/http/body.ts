import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '@notes/contract';
import { json } from 'express';

const SMALL_BODY = 1024 * 1024;
const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

export type JsonBody = Record<string, unknown>;
export type BodyReader = (request: IncomingMessage, response: ServerResponse) => Promise<JsonBody>;

/** Reads the JSON object a request carries; an empty body is an empty object. */
export function createBodyReader(carriesText: boolean, maxJsonBytes: number): BodyReader {
  const limit = carriesText ? maxJsonBytes : Math.min(SMALL_BODY, maxJsonBytes);
  const parse = json({ limit, inflate: false, strict: false, type: () => true, verify: refuseBadUtf8 });
  return async (request, response) => {
    if (!hasBody(request)) return {};
    checkType(request);
    const body = await new Promise<unknown>((resolve, reject) => {
      parse(request, response, (error?: unknown) => {
        if (error === undefined) resolve((request as IncomingMessage & { body?: unknown }).body);
        else reject(asServiceError(error, limit));
      });
    });
    if (body === undefined) return {};
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new ServiceError('validation_failed', 'the body must be a JSON object');
    return body as JsonBody;
  };
}

export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function checkType({ headers }: IncomingMessage): void {
  const encoded = headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity';
  if (encoded || !JSON_TYPE.test(headers['content-type'] ?? ''))
    throw new ServiceError('unsupported_media_type', 'send application/json in UTF-8, not encoded');
}

class BadUtf8 extends Error {}

function refuseBadUtf8(_request: IncomingMessage, _response: ServerResponse, bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new BadUtf8('the body is not valid UTF-8');
}

/** The parser's own errors quote the body: none of their words is passed on. */
function asServiceError(error: unknown, limit: number): ServiceError {
  const { type } = error as { type?: string };
  if (type === 'entity.too.large') return new ServiceError('body_too_large', `the body is over ${limit} bytes`);
  if (type === 'entity.verify.failed') return new ServiceError('validation_failed', 'the body is not valid UTF-8');
  if (type === 'entity.parse.failed') return new ServiceError('validation_failed', 'the body is not valid JSON');
  if (type === 'charset.unsupported' || type === 'encoding.unsupported')
    return new ServiceError('unsupported_media_type', 'send application/json in UTF-8, not encoded');
  if (type === 'request.aborted' || type === 'request.size.invalid')
    return new ServiceError('validation_failed', 'the body did not arrive whole');
  return new ServiceError('internal_error', 'the body could not be read', { cause: error });
}
