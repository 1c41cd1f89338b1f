import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { RequestError } from './request-error.js';

/**
 * Reads the JSON body of a request.
 *
 * @throws RequestError when it is larger than `maxBytes`, is not JSON, or does not have the form
 */
export async function readBody<Schema extends z.ZodType>(
  request: IncomingMessage,
  schema: Schema,
  maxBytes: number,
): Promise<z.output<Schema>> {
  if (!/^application\/json(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new RequestError(415, 'validation_failed', 'Content-Type: must be application/json');
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes)
      throw new RequestError(413, 'body_too_large', `The body is larger than ${maxBytes} bytes. Send fewer records`);
    pieces.push(piece);
  }
  const parsed = schema.safeParse(parseJson(Buffer.concat(pieces, size)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new RequestError(400, 'validation_failed', `${issue?.path.join('.') || 'body'}: ${issue?.code ?? 'malformed'}`);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new RequestError(400, 'validation_failed', 'The body is not JSON');
  }
}
