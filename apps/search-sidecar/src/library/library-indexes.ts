import { readdirSync } from 'node:fs';
import { Session } from '@lancedb/lancedb';
import { librarySchema } from '@notes/search-engine/lance';
import { createFolders } from '@notes/storage/folders';
import type { Log } from '../log.js';
import type { Model } from '../meaning/model.js';
import { LibraryIndex, type LibraryOptions } from './library-index.js';
import type { Storage } from './library-location.js';

/** Maximum bytes of the caches of LanceDB, which would otherwise grow to 7 GB. */
const INDEX_CACHE_BYTES = 128n * 1024n * 1024n;
const METADATA_CACHE_BYTES = 64n * 1024n * 1024n;

/** Indexes of all libraries, opened when they are first needed. */
export class LibraryIndexes {
  readonly #options: LibraryOptions;
  readonly #open = new Map<string, Promise<LibraryIndex>>();

  /**
   * @param storage folder for the indexes, or address of an object store
   * @param model model for the channel `meaning`, closed with the indexes
   */
  constructor(storage: Pick<Storage, 'folder' | 'uri'>, model: Model | undefined, log: Log) {
    const session = new Session(INDEX_CACHE_BYTES, METADATA_CACHE_BYTES);
    this.#options = { storage: { ...storage, session }, model, log };
  }

  /** Opens the indexes that are in the folder, so that the first request does not wait for it. */
  async openExisting(): Promise<void> {
    const { folder } = this.#options.storage;
    if (folder === undefined) return;
    createFolders(folder, 0o700);
    const libraries = readdirSync(folder).filter((name) => librarySchema.safeParse(name).success);
    for (const library of libraries) await this.get(library);
  }

  get(library: string): Promise<LibraryIndex> {
    let opened = this.#open.get(library);
    if (opened === undefined) {
      opened = LibraryIndex.open(this.#options, library);
      this.#open.set(library, opened);
      // The next request tries again.
      opened.catch(() => this.#open.delete(library));
    }
    return opened;
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.#open.values());
    for (const result of opened) if (result.status === 'fulfilled') await result.value.close();
    await this.#options.model?.close();
  }
}
