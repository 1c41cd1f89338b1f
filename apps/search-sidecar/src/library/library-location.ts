import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection, Session } from '@lancedb/lancedb';
import { connect } from '@lancedb/lancedb';
import { createFolders } from '@notes/storage/folders';

export interface Storage {
  /** Folder for the indexes; undefined when they are in an object store. */
  readonly folder: string | undefined;
  /** Address of the object store; undefined when the indexes are in a folder. */
  readonly uri: string | undefined;
  /** Caches that all indexes share. */
  readonly session: Session;
}

const PRIVATE = 0o700;

/** Place of the index of one library: a folder, or a prefix of an object store. */
export class LibraryLocation {
  /** Undefined for an object store. */
  readonly folder: string | undefined;
  readonly #uri: string;
  readonly #session: Session;

  constructor({ folder, uri, session }: Storage, library: string) {
    this.folder = folder === undefined ? undefined : join(folder, library);
    this.#uri = this.folder ?? `${uri?.replace(/\/$/, '')}/${library}`;
    this.#session = session;
  }

  async connect(): Promise<Connection> {
    if (this.folder !== undefined) createFolders(this.folder, PRIVATE);
    return connect(this.#uri, { readConsistencyInterval: 0 }, this.#session);
  }

  /** Removes everything that is there. */
  async remove(): Promise<void> {
    if (this.folder !== undefined) return rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
    const database = await this.connect();
    await database.dropAllTables();
    database.close();
  }

  /** Renames the folder of a damaged index, and returns its new path. */
  moveAside(folder: string): string {
    for (let number = 1; ; number += 1) {
      const target = `${folder}.damaged-${number}`;
      if (existsSync(target)) continue;
      renameSync(folder, target);
      return target;
    }
  }
}
