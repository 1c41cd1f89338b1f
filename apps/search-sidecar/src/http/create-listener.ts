import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { EngineError, type EngineErrorCode } from '@notes/search-engine';
import type { LibraryIndexes } from '../library/library-indexes.js';
import type { Log } from '../log.js';
import { type CheckOptions, checkRequest } from './check-request.js';
import { RequestError } from './request-error.js';
import { findRoute } from './routes.js';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 120_000;
const MAX_CONNECTIONS = 64;
const MAX_HEADER_BYTES = 16 * 1024;
/** Statuses of errors of an index; any other is 500. */
const STATUSES: Partial<Record<EngineErrorCode, number>> = { gap: 409, full: 507 };

export interface ListenerOptions extends CheckOptions {
  readonly indexes: LibraryIndexes;
  readonly log: Log;
}

export function createListener(options: ListenerOptions): Server {
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, maxHeaderSize: MAX_HEADER_BYTES },
    (request, response) => void answer(request, response, options),
  );
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

async function answer(request: IncomingMessage, response: ServerResponse, options: ListenerOptions): Promise<void> {
  try {
    const library = checkRequest(request, options);
    const route = findRoute(request);
    send(response, 200, await route(await options.indexes.get(library), request));
  } catch (error) {
    const { status, code, message } = toFailure(error, options.log);
    // The rest of a body that is not read would be taken for the next request.
    if (!request.complete) response.setHeader('Connection', 'close');
    send(response, status, { error: { code, message } });
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(bytes);
}

function toFailure(error: unknown, log: Log): Pick<RequestError, 'status' | 'code' | 'message'> {
  if (error instanceof RequestError) return error;
  if (error instanceof EngineError)
    return { status: STATUSES[error.code] ?? 500, code: error.code, message: error.message };
  log('A request failed', error);
  return { status: 500, code: 'failed', message: 'notes-search failed. Its log has the details' };
}
