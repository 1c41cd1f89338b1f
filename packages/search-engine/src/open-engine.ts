import type { SearchEngine } from './port.js';

/** Settings `search.sidecar.*` of a service, with the id of its library. */
export interface EngineSettings {
  readonly kind: 'lance' | 'meilisearch';
  /** Address of the engine, `http:` or `https:`. Empty: the address at which it listens on this machine by default. */
  readonly url: string;
  /** Empty: the engine needs no key. */
  readonly apiKey: string;
  /** Embedder of the Meilisearch index. Empty: none. */
  readonly embedder: string;
  /** Id of the replica whose index is used. */
  readonly library: string;
}

type Open = (settings: EngineSettings) => Promise<SearchEngine>;

/** Adapters, loaded when they are opened. */
const ENGINES: Readonly<Record<EngineSettings['kind'], Open>> = {
  async lance({ url, ...settings }) {
    const { LanceEngine } = await import('./lance/index.js');
    return new LanceEngine({ ...settings, url: url || 'http://127.0.0.1:8097' });
  },
  async meilisearch({ url, ...settings }) {
    const { MeilisearchEngine } = await import('./meilisearch/index.js');
    return new MeilisearchEngine({ ...settings, url: url || 'http://127.0.0.1:7700' });
  },
};

/** Opens a search engine. Nothing is sent before its first method is called. */
export async function openEngine(settings: EngineSettings): Promise<SearchEngine> {
  return await ENGINES[settings.kind](settings);
}
