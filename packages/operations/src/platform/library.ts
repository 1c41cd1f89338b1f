import { type ContentDeriver, openOnWorkerThread, openStore } from '@notes/storage';
import { buildContentHere } from '../notes/documents/content.js';
import { LiveGraph } from '../notes/graph/live-graph.js';
import { observeClock } from '../upkeep/plans/clock.js';
import type { LoadedConfig } from './config/index.js';
import type { Library } from './context.js';
import { refreshHelp } from './help.js';
import { newId } from './ids.js';
import { initialise } from './initialise.js';
import { openSidecar } from './open-sidecar.js';

export interface OpenLibraryOptions {
  readonly config: LoadedConfig;
  readonly serviceVersion: string;
  /** Create the library when it does not exist. */
  readonly create: boolean;
  /** Become the only server of this library; also updates its Help notes. */
  readonly serve?: boolean;
  readonly now?: () => number;
  /** Receives errors of background work, which no caller gets. Default: a process warning. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Opens the library of a configuration.
 *
 * @throws StorageError when the library is missing, locked by another server, or unsuitable for this program
 */
export async function openLibrary(options: OpenLibraryOptions): Promise<Library> {
  const { config } = options;
  const now = options.now ?? Date.now;
  const store = openStore({
    dataDir: config.dataDir,
    create: options.create,
    exclusive: options.serve === true,
    holder: `process ${process.pid} (profile ${config.profile}, since ${new Date(now()).toISOString()})`,
    programVersion: options.serviceVersion,
    initialise: (unit) => initialise(unit, newId('database'), now()),
    readText,
    ...(options.onError && { onError: options.onError }),
  });
  try {
    const library = createLibrary(store, options);
    // When the time cannot be stored, as on a full disk, the next opening tries again.
    await observeClock(library, now()).catch(() => {});
    if (options.create) await refreshHelp(library, now);
    const hasPeers = options.serve === true && config.values['sync.rest.enabled'];
    return hasPeers ? Object.assign(library, { peers: await openPeers(library, config, now) }) : library;
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Closes a library and everything opened with it. */
export function closeLibrary({ store, peers }: Library): void {
  peers?.close();
  store.close();
}

/** Loads the peer modules only on demand: most services have no peers. */
async function openPeers(library: Library, { dataDir, values: config }: LoadedConfig, now: () => number) {
  const { PeerService } = await import('../sync/peers/peer-service.js');
  const { LibrarySyncStore } = await import('@notes/storage/sync');
  const { readPeerListener } = await import('./config/peer-listener.js');
  const tlsCertSha256 = config['sync.rest.proxy_cert_sha256'] || (readPeerListener(config)?.tls?.sha256 ?? null);
  const members = new LibrarySyncStore(library);
  return await PeerService.open({ dataDir, library, config, tlsCertSha256, members, now });
}

/** Opens, on another thread, the library that this process has open: see `openOnWorkerThread` of storage. */
export function openLibraryOnWorkerThread(options: Pick<OpenLibraryOptions, 'config' | 'serviceVersion'>): Library {
  const store = openOnWorkerThread({
    dataDir: options.config.dataDir,
    programVersion: options.serviceVersion,
    readText,
  });
  try {
    return createLibrary(store, options);
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Text written by another replica is read in the same way as local text. */
const readText: ContentDeriver = (text, databaseId) => buildContentHere({ databaseId }, text);

function createLibrary(
  store: Library['store'],
  { config, serviceVersion }: Pick<OpenLibraryOptions, 'config' | 'serviceVersion'>,
): Library {
  const { profile, configPath, sources } = config;
  let { values } = config;
  let identity: Identity | undefined = readIdentity(store);
  // The identity changes once the library has joined a group, in any process.
  store.subscribe(() => {
    identity = undefined;
  });
  const getIdentity = () => {
    identity ??= readIdentity(store);
    return identity;
  };
  const sidecar = openSidecar(values, () => getIdentity().replicaId);
  return {
    ...(sidecar !== undefined && { sidecar }),
    get databaseId() {
      return getIdentity().databaseId;
    },
    get replicaId() {
      return getIdentity().replicaId;
    },
    cursorKey: identity.cursorKey,
    get config() {
      return values;
    },
    applySettings: (settings) => {
      values = { ...values, ...settings };
    },
    store,
    graph: new LiveGraph(store),
    profile,
    configPath,
    configSources: sources,
    serviceVersion,
  };
}

type Identity = Pick<Library, 'databaseId' | 'replicaId' | 'cursorKey'>;

function readIdentity(store: Library['store']): Identity {
  return store.read(({ meta }) => {
    const [databaseId, replicaId, key] = [meta.get('database_id'), meta.get('replica_id'), meta.get('cursor_key')];
    if (databaseId === undefined || replicaId === undefined || key === undefined)
      throw new Error('The library has no identity: its id, replica id or cursor key is missing');
    return { databaseId, replicaId, cursorKey: Buffer.from(key, 'hex') };
  });
}
