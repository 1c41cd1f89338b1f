import { openBeside, openStore, type TextReading } from '@notes/storage';
import type { LoadedConfig } from './config/index.js';
import type { Library } from './context.js';
import { contentHere } from './documents/content.js';
import { LiveGraph } from './graph/live-graph.js';
import { refreshHelp } from './help.js';
import { newId } from './ids.js';
import { initialise } from './initialise.js';
import { lookAtClock } from './plans/clock.js';

export interface OpenLibraryOptions {
  readonly config: LoadedConfig;
  readonly serviceVersion: string;
  /** Make the library when there is none. */
  readonly create: boolean;
  /** Be the one server of this library; also brings its Help notes up to date. */
  readonly serve?: boolean;
  readonly now?: () => number;
}

/**
 * Opens the library of a configuration.
 *
 * @throws StorageError when it is missing, locked by another server, or not ours to open
 */
export async function openLibrary(options: OpenLibraryOptions): Promise<Library> {
  const { config } = options;
  const now = options.now ?? Date.now;
  const store = openStore({
    dataDir: config.dataDir,
    create: options.create,
    exclusive: options.serve === true,
    holder: `process ${process.pid} (profile ${config.profile}, since ${new Date(now()).toISOString()})`,
    initialise: (unit) => initialise(unit, newId('database'), now()),
    readText,
  });
  try {
    const library = libraryOf(store, options);
    // Where it cannot be stored, as on a full disk, there is another look at the next opening.
    await lookAtClock(library, now()).catch(() => {});
    if (options.create) await refreshHelp(library, now);
    const isMet = options.serve === true && config.values['sync.rest.enabled'];
    return isMet ? Object.assign(library, { peers: await openPeers(library, config, now) }) : library;
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Closes a library and what was opened with it. */
export function closeLibrary({ store, peers }: Library): void {
  peers?.close();
  store.close();
}

/** Loaded only where it is wanted: most services have no peers. */
async function openPeers(library: Library, { dataDir, values: config }: LoadedConfig, now: () => number) {
  const { PeerService } = await import('./sync/peers/peer-service.js');
  const { LibrarySyncStore } = await import('./sync/library-store.js');
  const { peerListener } = await import('./config/peer-listener.js');
  const tlsCertSha256 = peerListener(config)?.tls?.sha256 ?? null;
  const members = new LibrarySyncStore(library);
  return await PeerService.open({ dataDir, library, config, tlsCertSha256, members, now });
}

/** Opens, on another thread, the library this process has open: see `openBeside` of storage. */
export function openLibraryBeside(options: Pick<OpenLibraryOptions, 'config' | 'serviceVersion'>): Library {
  const store = openBeside({ dataDir: options.config.dataDir, readText });
  try {
    return libraryOf(store, options);
  } catch (error) {
    store.close();
    throw error;
  }
}

/** What another replica wrote is read like what is written here. */
const readText: TextReading = (text, databaseId) => contentHere({ databaseId }, text);

function libraryOf(
  store: Library['store'],
  { config, serviceVersion }: Pick<OpenLibraryOptions, 'config' | 'serviceVersion'>,
): Library {
  const { profile, configPath, sources } = config;
  let { values } = config;
  let identity: Identity | undefined = identityOf(store);
  // It is another once the library has joined a group, in whatever process.
  store.subscribe(() => {
    identity = undefined;
  });
  const now = () => {
    identity ??= identityOf(store);
    return identity;
  };
  return {
    get databaseId() {
      return now().databaseId;
    },
    get replicaId() {
      return now().replicaId;
    },
    cursorKey: identity.cursorKey,
    get config() {
      return values;
    },
    takeSettings: (settings) => {
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

function identityOf(store: Library['store']): Identity {
  return store.read(({ meta }) => {
    const [databaseId, replicaId, key] = [meta.get('database_id'), meta.get('replica_id'), meta.get('cursor_key')];
    if (databaseId === undefined || replicaId === undefined || key === undefined)
      throw new Error('the library has lost its identity');
    return { databaseId, replicaId, cursorKey: Buffer.from(key, 'hex') };
  });
}
