import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Library, PeerService } from '@notes/operations';
import type { PeerTls } from '@notes/operations/config';
import { createApp } from '../app.js';
import { createNotFoundError } from '../failures.js';
import { configureServer, resolveLimits } from '../listener.js';
import type { ListenerOptions } from '../options.js';
import { OpenDoor } from './door.js';

export type PeerListenerOptions = ListenerOptions & { readonly library: Library & { readonly peers: PeerService } };

/** Creates the server for peers: it serves only the operations of peers, from any address. */
export function createPeerListener(options: PeerListenerOptions, tls: PeerTls | null): Server {
  const { library, log } = options;
  const door = new OpenDoor({ library, log, app: createApp(options) });
  const limits = resolveLimits(options);
  const { idleTimeout, maxConnections, ...ofServer } = limits;
  const settings = { ...ofServer, requireHostHeader: false, insecureHTTPParser: false };
  const server =
    tls === null
      ? createServer(settings)
      : createSecureServer({ ...settings, cert: tls.cert, key: tls.key, minVersion: 'TLSv1.2' });
  const nothing = () => ({ error: createNotFoundError() });
  return configureServer(server, limits, nothing, (request, response) => door.handle(request, response));
}
