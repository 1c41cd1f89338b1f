import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { LibraryIndex } from '../src/library/library-index.js';
import { LibraryIndexes } from '../src/library/library-indexes.js';

export const LIBRARY = 'replica_of_the_test';

/** Index of a library in a folder of its own for each test, without a process around it. */
class OpenedLibrary {
  folder = '';
  /** Messages of the log. */
  logged: string[] = [];
  #indexes: LibraryIndexes | undefined;

  begin(): void {
    this.folder = mkdtempSync(join(tmpdir(), 'notes-search-'));
    this.logged = [];
  }

  async open(): Promise<LibraryIndex> {
    this.#indexes = new LibraryIndexes({ folder: this.folder, uri: undefined }, undefined, (message) =>
      this.logged.push(message),
    );
    return await this.#indexes.get(LIBRARY);
  }

  async close(): Promise<void> {
    await this.#indexes?.close();
  }

  async end(): Promise<void> {
    await this.close();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Makes an index for each test of a file. */
export function useLibrary(): OpenedLibrary {
  const library = new OpenedLibrary();
  beforeEach(() => library.begin());
  afterEach(() => library.end());
  return library;
}
