import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Library } from '@notes/operations';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import { answerFaults } from './http/faults.js';
import { createGuard } from './http/guard.js';
import { sendError } from './http/respond.js';

/** Bounds of connections; times in milliseconds. */
export const listenerLimits = {
  /** For all headers of a request to arrive. */
  headersTimeout: 10_000,
  /** For a whole request to arrive. */
  requestTimeout: 300_000,
  /** Between two requests of one connection. */
  keepAliveTimeout: 5_000,
  /** Without a byte in either direction. */
  idleTimeout: 120_000,
  /** How often the first two are looked at. */
  connectionsCheckingInterval: 2_000,
  /** Bytes of the request line and the headers together. */
  maxHeaderSize: 16 * 1024,
  /** Open at once; more are closed as they come. */
  maxConnections: 256,
} as const;

export type ListenerLimits = { readonly [Name in keyof typeof listenerLimits]: number };

export interface ListenerOptions {
  readonly library: Library;
  readonly log: Logger;
  /** Host part of `server.listen_addr`: a name requests may use. */
  readonly listenHost: string;
  /** Check every answer against its row; for tests and development. */
  readonly validateOutput?: boolean;
  readonly limits?: Partial<ListenerLimits>;
}

/** The HTTP server: the guard, then the routes; every answer, also Node's own, in the service's words. */
export function createListener(options: ListenerOptions): Server {
  const { idleTimeout, maxConnections, ...limits } = { ...listenerLimits, ...options.limits };
  const guard = createGuard({
    allowedHosts: options.library.config['server.allowed_hosts'],
    listenHost: options.listenHost,
  });
  const app = createApp(options);
  // Host is checked by the guard, which answers in the envelope.
  const server = createServer({ ...limits, requireHostHeader: false, insecureHTTPParser: false });
  const begin = answerFaults(server, guard);
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    begin(response);
    const refusal = guard(request);
    if (refusal?.close === true || !server.listening) response.setHeader('Connection', 'close');
    if (refusal === undefined) app(request, response);
    else sendError(response, refusal.error);
  };
  server.on('request', handle);
  server.on('checkContinue', handle);
  server.maxConnections = maxConnections;
  // The size is what bounds them: past a count Node would drop headers without a word, a second Host or an Origin.
  server.maxHeadersCount = 0;
  server.setTimeout(idleTimeout);
  return server;
}
