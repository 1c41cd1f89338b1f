import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  closeLibrary,
  type Fault,
  JobKeeper,
  type Library,
  observeClock,
  openLibrary,
  type RunningFeed,
  Scrubber,
  SyncKeeper,
  startPolling,
  startSearchFeed,
} from '@notes/operations';
import {
  type ListenAddress,
  type LoadedConfig,
  type PeerListener,
  readListenAddress,
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
 * @throws ConfigError, StorageError, or an Error that names the setting of an address when listening there fails
 */
export async function startService(config: LoadedConfig, log: Logger): Promise<RunningService> {
  const address = readListenAddress(config);
  const peerListener = readPeerListener(config.values);
  const library = await openLibrary({ config, serviceVersion: version, create: true, serve: true });
  const parts: StartedParts = { drains: [] };
  try {
    const options = { library, log, listenHost: address.host };
    const server = createListener(options);
    parts.drains.push(trackConnections(server));
    const peers =
      peerListener !== null && acceptsPeers(library)
        ? { ...peerListener, server: await openPeerServer({ ...options, library }, peerListener) }
        : null;
    if (peers !== null) parts.drains.push(trackConnections(peers.server));
    await listen(server, address, address.setting);
    if (peers !== null) await listen(peers.server, peers, 'sync.rest.port');
    // An error such as exhausted file descriptors loses one connection, not the service.
    for (const each of peers === null ? [server] : [server, peers.server])
      each.on('error', (error) => log.warn({ err: error }, 'connection not accepted'));
    await startTasks(parts, library, config, log);
    return {
      url: toUrl(server, 'http'),
      peerUrl: peers && toUrl(peers.server, peers.tls ? 'https' : 'http'),
      stop: async () => {
        log.info('stopping');
        await stopParts(parts, library);
      },
    };
  } catch (error) {
    await stopParts(parts, library).catch((err: unknown) => log.error({ err }, 'failed start not cleaned up'));
    throw error;
  }
}

/** Parts of a service that were started so far. */
interface StartedParts {
  /** Graceful ends of the servers, as `trackConnections` returns them. */
  readonly drains: ((limitMs: number) => Promise<void>)[];
  scrubber?: Scrubber;
  jobKeeper?: JobKeeper;
  syncKeeper?: SyncKeeper;
  feed?: RunningFeed | undefined;
  clock?: NodeJS.Timeout;
  stopPolling?: () => void;
}

/** Starts the work that a service does without being asked. Adds each task to the parts before it starts the next. */
async function startTasks(parts: StartedParts, library: Library, config: LoadedConfig, log: Logger): Promise<void> {
  const report = (message: string) => (error: unknown) => log.error({ err: error }, message);
  const onFailure = (job: string, fault: Fault) => log.error({ job, err: fault }, 'job failed');
  parts.scrubber = new Scrubber({ library, onError: report('removal of purged data failed') });
  parts.jobKeeper = new JobKeeper({ library, config, onError: report('job scheduling failed'), onFailure });
  parts.syncKeeper = new SyncKeeper({ library, onError: report('sync scheduling failed') });
  parts.feed = await startSearchFeed({ library, onError: report('feeding the search sidecar failed') });
  const checkClock = () => observeClock(library, Date.now()).catch((err) => log.warn({ err }, 'clock check failed'));
  parts.clock = setInterval(checkClock, CLOCK_CHECK_INTERVAL_MS).unref();
  parts.stopPolling = startPolling({ library, onError: report('looking for writes of other processes failed') });
}

/** Stops the parts of a service and closes its library, also when a part does not stop cleanly. */
async function stopParts(parts: StartedParts, library: Library): Promise<void> {
  const { drains, scrubber, jobKeeper, syncKeeper, feed, clock, stopPolling } = parts;
  try {
    stopPolling?.();
    clearInterval(clock);
    await feed?.stop();
    await Promise.all([
      ...drains.map((drain) => drain(DRAIN_TIMEOUT_MS)),
      syncKeeper?.stop(),
      jobKeeper?.stop(DRAIN_TIMEOUT_MS),
    ]);
    await scrubber?.stop(SCRUB_TIMEOUT_MS);
  } finally {
    closeLibrary(library);
  }
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
