import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, errorCodes, ServiceError } from '@notes/contract';
import type { Library } from '@notes/operations';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import { createGuard } from './http/guard.js';
import { jsonHeaders, sendError } from './http/respond.js';

export interface ListenerOptions {
  readonly library: Library;
  readonly log: Logger;
  /** Host part of `server.listen_addr`: a name requests may use. */
  readonly listenHost: string;
  /** Check every answer against its row; for tests and development. */
  readonly validateOutput?: boolean;
}

const SOCKET_IDLE_MS = 120_000;
const MAX_CONNECTIONS = 256;

/** The HTTP server: the guard, then the routes; every answer, also Node's own, in the service's words. */
export function createListener(options: ListenerOptions): Server {
  const guard = createGuard({
    allowedHosts: options.library.config['server.allowed_hosts'],
    listenHost: options.listenHost,
  });
  const app = createApp(options);
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const refusal = guard(request);
    if (refusal === undefined) return app(request, response);
    if (refusal.close) response.setHeader('Connection', 'close');
    sendError(response, refusal.error);
  };
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 300_000,
      keepAliveTimeout: 5_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false,
      insecureHTTPParser: false,
    },
    handle,
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.setTimeout(SOCKET_IDLE_MS);
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('Connection', 'close');
    sendError(response, new ServiceError('validation_failed', 'Expect: only 100-continue is understood'));
  });
  server.on('clientError', answerRaw);
  return server;
}

/** What Node's parser refuses is answered on the bare socket. */
function answerRaw(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const code = rawCodes[error.code ?? ''] ?? 'validation_failed';
  const body = JSON.stringify(
    new ServiceError(code, rawMessages[code] ?? 'the request is not well-formed HTTP').envelope(),
  );
  const status = errorCodes[code].http;
  const headers = { ...jsonHeaders, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

const rawCodes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};
const rawMessages: Partial<Record<ErrorCode, string>> = {
  headers_too_large: 'the headers are over 16 KiB',
  body_too_large: 'the chunk extensions are too large',
  request_timeout: 'the request took too long to arrive',
};
