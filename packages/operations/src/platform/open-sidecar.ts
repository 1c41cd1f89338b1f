import type { ConfigValues } from '@notes/contract';
import type { SearchEngine } from '@notes/search-engine';
import type { Sidecar } from './context.js';
import { LazyEngine } from './lazy-engine.js';

/** Opens the engine that the settings name, with the index of a replica. Its modules are loaded on demand. */
async function openConfiguredEngine(config: ConfigValues, library: string): Promise<SearchEngine> {
  const { EngineError, openEngine } = await import('@notes/search-engine');
  const kind = config['search.sidecar.kind'];
  const url = config['search.sidecar.url'];
  if (kind === 'none') throw new EngineError('unreachable', 'search.sidecar.kind is none');
  if (url !== '' && !URL.canParse(url))
    throw new EngineError('unreachable', 'search.sidecar.url: must be an address such as http://127.0.0.1:8097');
  return await openEngine({
    kind,
    url,
    apiKey: config['search.sidecar.api_key'],
    embedder: config['search.sidecar.embedder'],
    library,
  });
}

/** Returns the search sidecar that the settings name; undefined for none. Nothing is loaded or connected yet. */
export function openSidecar(config: ConfigValues, getReplicaId: () => string): Sidecar | undefined {
  if (config['search.sidecar.kind'] === 'none') return undefined;
  const engine = new LazyEngine({ getReplicaId, open: (replicaId) => openConfiguredEngine(config, replicaId) });
  return { engine, dropIndex: (replicaId, signal) => engine.dropIndex(replicaId, signal) };
}
