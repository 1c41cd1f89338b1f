import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const LOOK_MS = 50;

/**
 * Follows the connections of a server, from before it listens.
 *
 * @returns what ends it: no new connections, requests under way are answered, and after `limitMs` the rest is cut
 */
export function followConnections(server: Server): (limitMs: number) => Promise<void> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return (limitMs) =>
    new Promise((resolve) => {
      const look = setInterval(() => {
        server.closeIdleConnections();
        // Node takes a connection that never said anything for one about to ask; browsers open such ahead of need.
        for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
      }, LOOK_MS);
      const limit = setTimeout(() => server.closeAllConnections(), limitMs);
      server.close(() => {
        clearInterval(look);
        clearTimeout(limit);
        resolve();
      });
    });
}
