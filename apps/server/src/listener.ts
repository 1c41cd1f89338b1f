import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Library, PeerService } from '@notes/operations';
import { createApp } from './app.js';
import { answerFaults } from './http/faults.js';
import { createGuard, type Guard } from './http/guard.js';
import { sendRefusal } from './mcp/http.js';
import { type ListenerLimits, type ListenerOptions, listenerLimits } from './options.js';
import { closedDoor, OpenDoor } from './peer/door.js';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Creates the HTTP server: the guard, then the routes. Every answer, also Node's own, has the format of the service.
 */
export function createListener(options: ListenerOptions): Server {
  const guard = createGuard({
    allowedHosts: options.library.config['server.allowed_hosts'],
    listenHost: options.listenHost,
  });
  const app = createApp(options);
  const { library, log } = options;
  const peers = acceptsPeers(library) ? new OpenDoor({ library, log, app, guard }) : closedDoor;
  const { idleTimeout, maxConnections, ...limits } = resolveLimits(options);
  // The guard checks Host and answers with the error envelope.
  const server = createServer({ ...limits, requireHostHeader: false, insecureHTTPParser: false });
  return configureServer(server, { idleTimeout, maxConnections }, guard, (request, response) => {
    if (peers.takes(request)) return peers.handle(request, response);
    const refusal = guard(request);
    if (refusal?.close === true) response.setHeader('Connection', 'close');
    if (refusal === undefined) app(request, response);
    else sendRefusal(response, refusal.error);
  });
}

/** Returns true when the service of a library accepts peers. */
export const acceptsPeers = (library: Library): library is Library & { readonly peers: PeerService } =>
  library.peers !== undefined;

export const resolveLimits = (options: ListenerOptions): ListenerLimits => ({ ...listenerLimits, ...options.limits });

/** Applies the settings shared by all servers of this service; `answer` gets each request once it has begun. */
export function configureServer(
  server: Server,
  { idleTimeout, maxConnections }: Pick<ListenerLimits, 'idleTimeout' | 'maxConnections'>,
  guard: Guard,
  answer: Handle,
): Server {
  const begin = answerFaults(server, guard);
  const handle: Handle = (request, response) => {
    begin(response);
    if (!server.listening) response.setHeader('Connection', 'close');
    answer(request, response);
  };
  server.on('request', handle);
  server.on('checkContinue', handle);
  server.maxConnections = maxConnections;
  // Every pipelined request adds a listener for the end of its connection.
  server.on('connection', (socket) => socket.setMaxListeners(0));
  // The total size bounds the headers. Beyond a count Node would silently drop headers, such as a second Host or an
  // Origin.
  server.maxHeadersCount = 0;
  server.setTimeout(idleTimeout);
  return server;
}
