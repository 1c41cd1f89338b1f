import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '@notes/contract';
import type { Library } from '@notes/operations';
import { hasBody } from './body.js';
import { allowsRange, matchesAny } from './conditions.js';
import { type Content, contentHeaders } from './content-headers.js';
import { wouldRun } from './fetch-metadata.js';
import { type ByteRange, parseRange } from './ranges.js';
import { type Headers, sendEmpty, sendError } from './respond.js';

type Blobs = Library['store']['blobs'];
type BlobFile = NonNullable<Awaited<ReturnType<Blobs['open']>>>;

export interface ContentAnswer {
  readonly blobs: Blobs;
  readonly content: Content;
  /** Throws when the content has gone since it was looked up. */
  readonly lookAgain: () => Promise<unknown>;
}

/**
 * Answers stored bytes, or the one range of them that is asked for, no faster than they are read.
 *
 * @throws ServiceError `forbidden` when a page asks for them as a script or the like; `internal_error` where they are
 *   damaged: of up to 1 MiB nothing was sent then, of more all but the end, and the connection is cut. Parts of more
 *   than 1 MiB are sent unchecked
 */
export async function sendContent(
  { headers: asked }: IncomingMessage,
  response: ServerResponse,
  { blobs, content, lookAgain }: ContentAnswer,
): Promise<void> {
  if (wouldRun(asked)) throw new ServiceError('forbidden', 'an attachment is only shown or saved');
  const { sha256, size_bytes: size } = content;
  const headers = contentHeaders(content);
  const tag = `"${sha256}"`;
  if (matchesAny(asked['if-none-match'], tag)) return sendEmpty(response, 304, headers);
  const range = allowsRange(asked['if-range'] as string | undefined, tag) ? parseRange(asked.range, size) : 'whole';
  if (range === 'unsatisfiable')
    return sendError(response, unsatisfiable(size), { 'Content-Range': `bytes */${size}` });
  const blob = await blobs.open(sha256);
  if (blob === undefined) await lookAgain();
  try {
    if (blob?.sizeBytes !== size) throw new Error('missing, or of another size');
    await sendBytes(response, headers, blob, range);
  } catch (error) {
    if (!isClientGone(error)) throw damaged(content, error);
  } finally {
    await blob?.close();
  }
}

const unsatisfiable = (size: number) =>
  new ServiceError('range_not_satisfiable', `there is no such range in ${size} bytes`);

/** The log, which shows the cause, is where one learns which bytes. */
const damaged = ({ id, sha256 }: Content, error: unknown) =>
  new ServiceError('internal_error', 'the stored bytes of this attachment are damaged', {
    cause: new Error(`damaged: ${id}, SHA-256 ${sha256}`, { cause: error }),
  });

const isClientGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';

async function sendBytes(
  response: ServerResponse,
  headers: Headers,
  blob: BlobFile,
  range: ByteRange | 'whole',
): Promise<void> {
  const { sizeBytes } = blob;
  const { first, last } = range === 'whole' ? { first: 0, last: sizeBytes - 1 } : range;
  const length = last - first + 1;
  const source = length === sizeBytes ? blob.readAll() : blob.read(first, last + 1);
  const pieces = source[Symbol.asyncIterator]();
  // Small content is known to be whole by its first piece, and only then told to be there.
  const start = await pieces.next();
  const part = range === 'whole' ? {} : { 'Content-Range': `bytes ${first}-${last}/${sizeBytes}` };
  const { req: request } = response;
  // The rest of a body nobody reads would hold the connection.
  if (!request.complete && hasBody(request)) response.setHeader('Connection', 'close');
  response.writeHead(range === 'whole' ? 200 : 206, { ...headers, ...part, 'Content-Length': length });
  if (request.method === 'HEAD' || start.done === true) response.end();
  else await pipeline(continued(start.value, pieces), response);
}

async function* continued(start: Buffer, rest: AsyncIterableIterator<Buffer>): AsyncGenerator<Buffer> {
  yield start;
  yield* rest;
}
