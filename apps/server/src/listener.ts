import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Library, PeerService } from '@notes/operations';
import { createApp } from './app.js';
import { answerFaults } from './http/faults.js';
import { createGuard, type Guard } from './http/guard.js';
import { sendRefusal } from './mcp/http.js';
import { type ListenerLimits, type ListenerOptions, listenerLimits } from './options.js';
import { closedDoor, OpenDoor } from './peer/door.js';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** The HTTP server: the guard, then the routes; every answer, also Node's own, in the service's words. */
export function createListener(options: ListenerOptions): Server {
  const guard = createGuard({
    allowedHosts: options.library.config['server.allowed_hosts'],
    listenHost: options.listenHost,
  });
  const app = createApp(options);
  const { library, log } = options;
  const peers = isMet(library) ? new OpenDoor({ library, log, app, guard }) : closedDoor;
  const { idleTimeout, maxConnections, ...limits } = limitsOf(options);
  // Host is checked by the guard, which answers in the envelope.
  const server = createServer({ ...limits, requireHostHeader: false, insecureHTTPParser: false });
  return configure(server, { idleTimeout, maxConnections }, guard, (request, response) => {
    if (peers.takes(request)) return peers.handle(request, response);
    const refusal = guard(request);
    if (refusal?.close === true) response.setHeader('Connection', 'close');
    if (refusal === undefined) app(request, response);
    else sendRefusal(response, refusal.error);
  });
}

/** Whether peers may connect to the service of a library. */
export const isMet = (library: Library): library is Library & { readonly peers: PeerService } =>
  library.peers !== undefined;

export const limitsOf = (options: ListenerOptions): ListenerLimits => ({ ...listenerLimits, ...options.limits });

/** What every server of this service has in common; `answer` gets each request once it has begun. */
export function configure(
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
  // Every request that is pipelined listens for the end of its connection.
  server.on('connection', (socket) => socket.setMaxListeners(0));
  // The size is what bounds them: past a count Node would drop headers without a word, a second Host or an Origin.
  server.maxHeadersCount = 0;
  server.setTimeout(idleTimeout);
  return server;
}
