import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createApp } from './app.js';
import { answerFaults } from './http/faults.js';
import { createGuard } from './http/guard.js';
import { sendRefusal } from './mcp/http.js';
import { type ListenerOptions, listenerLimits } from './options.js';

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
    else sendRefusal(response, refusal.error);
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
