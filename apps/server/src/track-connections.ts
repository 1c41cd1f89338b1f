import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';

const CHECK_INTERVAL_MS = 25;

interface ConnectionUse {
  /** Underlying TCP socket, also for TLS, where requests have another socket. */
  readonly socket: Socket;
  /** Number of requests without a complete answer. */
  busy: number;
  /** Bytes read when the last request ended: a larger value means that a request is arriving. */
  restedAt: number;
}

/**
 * Tracks the use of a server's connections, from before it listens.
 *
 * @returns a function that shuts down gracefully: it accepts no new connections, completes requests in progress, and
 * after `limitMs` milliseconds cuts the rest
 */
export function trackConnections(server: HttpServer): (limitMs: number) => Promise<void> {
  const uses = new Map<string, ConnectionUse>();
  server.on('connection', (socket) => {
    const client = getClientKey(socket);
    const use = { socket, busy: 0, restedAt: 0 };
    uses.set(client, use);
    socket.once('close', () => uses.get(client) === use && uses.delete(client));
  });
  const known = new WeakMap<Socket, ConnectionUse>();
  const findUse = (socket: Socket) => {
    const use = known.get(socket) ?? uses.get(getClientKey(socket));
    if (use !== undefined) known.set(socket, use);
    return use;
  };
  const begin = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const use = findUse(socket);
    if (use === undefined) return;
    use.busy += 1;
    response.once('close', () => {
      use.busy -= 1;
      use.restedAt = use.socket.bytesRead;
    });
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, begin);
  const closeResting = () => {
    for (const { socket, busy, restedAt } of uses.values())
      if (busy === 0 && socket.bytesRead === restedAt) socket.destroy();
  };
  return (limitMs) =>
    new Promise((resolve) => {
      const look = setInterval(closeResting, CHECK_INTERVAL_MS);
      const limit = setTimeout(() => server.closeAllConnections(), limitMs);
      // The HTTP server's own close() treats an answer that is still being sent as complete, and cuts it.
      Server.prototype.close.call(server, () => {
        clearInterval(look);
        clearTimeout(limit);
        resolve();
      });
    });
}

const getClientKey = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
