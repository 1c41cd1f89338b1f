import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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
const DAMAGED = '.damaged-';
const REMOVAL = { recursive: true, force: true, maxRetries: 5 } as const;

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
    if (this.folder !== undefined) return rmSync(this.folder, REMOVAL);
    const database = await this.connect();
    await database.dropAllTables();
    database.close();
  }

  /** Removes the folders of damaged indexes, which contain texts too. */
  removeDamaged(): void {
    if (this.folder === undefined) return;
    const parent = dirname(this.folder);
    const prefix = `${basename(this.folder)}${DAMAGED}`;
    for (const name of readdirSync(parent)) if (name.startsWith(prefix)) rmSync(join(parent, name), REMOVAL);
  }

  /** Renames the folder of a damaged index, and returns its new path. */
  moveAside(folder: string): string {
    for (let number = 1; ; number += 1) {
      const target = `${folder}${DAMAGED}${number}`;
      if (existsSync(target)) continue;
      renameSync(folder, target);
      return target;
    }
  }
}
