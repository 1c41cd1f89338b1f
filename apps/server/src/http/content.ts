import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type ByteRange, ServiceError } from '@notes/contract';
import { type Library, readContent } from '@notes/operations';
import { hasBody } from './body.js';
import { matchesAny } from './conditions.js';
import { type Content, createContentHeaders } from './content-headers.js';
import { isActiveDestination } from './fetch-metadata.js';
import { readRange } from './ranges.js';
import { type Headers, sendEmpty, sendError } from './respond.js';

/**
 * Sends stored bytes, or one requested range of them, with backpressure. HEAD sends the headers of the whole.
 *
 * @throws ServiceError `forbidden` when a page requests them as a script or the like; and as `readContent` does. Damage
 * in up to 1 MiB is found before anything is sent; in larger content the end is missing and the connection is cut
 */
export async function sendContent(
  request: IncomingMessage,
  response: ServerResponse,
  library: Library,
  content: Content,
): Promise<void> {
  const { headers: asked } = request;
  if (isActiveDestination(asked))
    throw new ServiceError(
      'forbidden',
      'A page can display or save an attachment, but not run it as a script, style or worker',
    );
  const { sha256, size_bytes: size } = content;
  const headers = createContentHeaders(content);
  const tag = `"${sha256}"`;
  if (matchesAny(asked['if-none-match'], tag)) return sendEmpty(response, 304, headers);
  let range: ByteRange | undefined;
  try {
    range = readRange(request, tag, size);
  } catch (error) {
    return sendError(response, error as ServiceError, { 'Content-Range': `bytes */${size}` });
  }
  const bytes = readContent(library, content, range);
  try {
    await streamBytes(
      response,
      { ...headers, ...createLengthHeaders(range, size) },
      range === undefined ? 200 : 206,
      bytes,
    );
  } catch (error) {
    if (!isClientGone(error)) throw error;
  } finally {
    await bytes.return(undefined);
  }
}

export const isClientGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';

export function createLengthHeaders(range: ByteRange | undefined, size: number): Headers {
  if (range === undefined) return { 'Content-Length': size };
  const { first, last } = range;
  return { 'Content-Length': last - first + 1, 'Content-Range': `bytes ${first}-${last}/${size}` };
}

/** Sends bytes with backpressure; an error at the first piece comes before any answer. */
export async function streamBytes(
  response: ServerResponse,
  headers: Headers,
  status: 200 | 206,
  bytes: AsyncIterator<Uint8Array>,
): Promise<void> {
  // Content of one piece is verified as a whole before the headers are sent.
  const start = await bytes.next();
  const { req: request } = response;
  // An unread request body would block the connection.
  if (!request.complete && hasBody(request)) response.setHeader('Connection', 'close');
  response.writeHead(status, headers);
  if (request.method === 'HEAD' || start.done === true) response.end();
  else await pipeline(prependChunk(start.value, bytes), response);
}

async function* prependChunk(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
