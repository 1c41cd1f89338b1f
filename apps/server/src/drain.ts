import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';

const LOOK_MS = 25;

interface Use {
  /** The connection itself, also under TLS, where requests have another. */
  readonly socket: Socket;
  /** Requests that have no whole answer yet. */
  busy: number;
  /** Bytes read when it last had none: more mean that a request is coming. */
  restedAt: number;
}

/**
 * Follows what the connections of a server are used for, from before it listens.
 *
 * @returns what ends it: no new connections, requests under way are answered to the last byte, and after `limitMs` the
 *   rest is cut
 */
export function followConnections(server: HttpServer): (limitMs: number) => Promise<void> {
  const uses = new Map<string, Use>();
  server.on('connection', (socket) => {
    const client = clientOf(socket);
    const use = { socket, busy: 0, restedAt: 0 };
    uses.set(client, use);
    socket.once('close', () => uses.get(client) === use && uses.delete(client));
  });
  const begin = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const use = uses.get(clientOf(socket));
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
      const look = setInterval(closeResting, LOOK_MS);
      const limit = setTimeout(() => server.closeAllConnections(), limitMs);
      // The HTTP server's own close() takes an answer that is still being sent for one that is done, and cuts it.
      Server.prototype.close.call(server, () => {
        clearInterval(look);
        clearTimeout(limit);
        resolve();
      });
    });
}

const clientOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
