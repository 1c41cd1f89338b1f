import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  closeLibrary,
  type Fault,
  JobKeeper,
  observeClock,
  openLibrary,
  Scrubber,
  SyncKeeper,
  startPolling,
  startSearchFeed,
} from '@notes/operations';
import {
  type ListenAddress,
  type LoadedConfig,
  type PeerListener,
  parseListenAddress,
  readPeerListener,
} from '@notes/operations/config';
import type { Logger } from 'pino';
import { acceptsPeers, createListener } from './listener.js';
import type { PeerListenerOptions } from './peer/listener.js';
import { trackConnections } from './track-connections.js';
import { version } from './version.js';

/** Milliseconds that requests in progress, and a job on its way to a checkpoint, may take after a stop. */
export const DRAIN_TIMEOUT_MS = 10_000;
/** Milliseconds that a stop may wait for the scrubbing of purged notes. */
const SCRUB_TIMEOUT_MS = 3_000;
/** Interval of the checks for a changed system clock, in milliseconds. */
const CLOCK_CHECK_INTERVAL_MS = 3_600_000;

export interface RunningService {
  /** Base address, without a trailing slash. */
  readonly url: string;
  /** Address for peers; null where they are disabled. */
  readonly peerUrl: string | null;
  /**
   * Finishes requests in progress, stops a job at a checkpoint, checkpoints the write-ahead log and closes the library.
   */
  stop(): Promise<void>;
}

/**
 * Opens the library and serves it.
 *
 * @throws ConfigError, StorageError, or an Error that names `server.listen_addr` or `sync.rest.port` when listening
 * there fails
 */
export async function startService(config: LoadedConfig, log: Logger): Promise<RunningService> {
  const address = parseListenAddress(config.values['server.listen_addr']);
  const met = readPeerListener(config.values);
  const library = await openLibrary({ config, serviceVersion: version, create: true, serve: true });
  const options = { library, log, listenHost: address.host };
  const server = createListener(options);
  const peerServer = met === null || !acceptsPeers(library) ? null : await openPeerServer({ ...options, library }, met);
  const servers = peerServer === null ? [server] : [server, peerServer];
  const drains = servers.map((each) => trackConnections(each));
  try {
    await listen(server, address, 'server.listen_addr');
    if (met !== null && peerServer !== null) await listen(peerServer, met, 'sync.rest.port');
  } catch (error) {
    for (const each of servers) each.close();
    closeLibrary(library);
    throw error;
  }
  // An error such as exhausted file descriptors loses one connection, not the service.
  for (const each of servers) each.on('error', (error) => log.warn({ err: error }, 'connection not accepted'));
  const onError = (error: unknown) => log.error({ err: error }, 'job scheduling failed');
  const onFailure = (job: string, fault: Fault) => log.error({ job, err: fault }, 'job failed');
  const onResidue = (error: unknown) => log.error({ err: error }, 'removal of purged data failed');
  const scrubber = new Scrubber({ library, onError: onResidue });
  const keeper = new JobKeeper({ library, config, onError, onFailure });
  const onAway = (error: unknown) => log.error({ err: error }, 'sync scheduling failed');
  const exchanging = new SyncKeeper({ library, onError: onAway });
  const onUnfed = (error: unknown) => log.error({ err: error }, 'feeding the search sidecar failed');
  const feed = await startSearchFeed({ library, onError: onUnfed });
  const look = () => observeClock(library, Date.now()).catch((err) => log.warn({ err }, 'clock check failed'));
  const clock = setInterval(look, CLOCK_CHECK_INTERVAL_MS).unref();
  const onUnseen = (error: unknown) => log.error({ err: error }, 'looking for writes of other processes failed');
  const stopPolling = startPolling({ library, onError: onUnseen });
  return {
    url: toUrl(server, 'http'),
    peerUrl: peerServer && toUrl(peerServer, met?.tls ? 'https' : 'http'),
    stop: async () => {
      log.info('stopping');
      stopPolling();
      clearInterval(clock);
      await feed?.stop();
      await Promise.all([
        ...drains.map((drain) => drain(DRAIN_TIMEOUT_MS)),
        exchanging.stop(),
        keeper.stop(DRAIN_TIMEOUT_MS),
      ]);
      await scrubber.stop(SCRUB_TIMEOUT_MS);
      closeLibrary(library);
    },
  };
}

/** Opens the server for peers. Its module is loaded on demand, because loading TLS takes time. */
async function openPeerServer(options: PeerListenerOptions, { tls }: PeerListener): Promise<Server> {
  const { createPeerListener } = await import('./peer/listener.js');
  return createPeerListener(options, tls);
}

function listen(server: Server, { host, port }: ListenAddress, setting: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      const taken =
        error.code === 'EADDRINUSE'
          ? `${host}:${port} is in use by another program. Stop it, or choose another port`
          : error.message;
      reject(new Error(`${setting}: ${taken}`, { cause: error }));
    };
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve();
    });
  });
}

function toUrl(server: Server, scheme: 'http' | 'https'): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
