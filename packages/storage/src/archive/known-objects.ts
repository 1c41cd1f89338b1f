import { asFileError } from '../errors.js';
import { type Connection, openScratch } from '../library/connection.js';
import { makePrivateFile } from '../library/files.js';
import { Statements } from '../library/statements.js';

/** Object of an archive and its location as JSON. */
export interface KnownObject {
  readonly kind: string;
  /** SHA-256, hex. */
  readonly sha256: string;
  readonly location: string;
}

const TABLE = `CREATE TABLE IF NOT EXISTS objects (
  kind TEXT NOT NULL, sha256 BLOB NOT NULL, location TEXT NOT NULL, PRIMARY KEY (kind, sha256)
) STRICT, WITHOUT ROWID`;
const ADD = 'INSERT OR REPLACE INTO objects VALUES (?, unhex(?), ?)';
const FIND = 'SELECT location FROM objects WHERE kind = ? AND sha256 = unhex(?)';

/** Durable locations of archive objects. Kept on disk, since there may be millions. */
export class KnownObjects {
  readonly #database: Connection;
  readonly #sql: Statements;
  readonly #path: string;

  /**
   * Opens the file, and creates it when it is missing.
   *
   * @throws StorageError `full`, `failed`, `read_only`; `damaged` when the file is something else
   */
  constructor(path: string) {
    this.#path = path;
    makePrivateFile(path);
    this.#database = this.#withFileErrors(() => openScratch(path));
    this.#sql = new Statements(this.#database);
    this.#withFileErrors(() => this.#database.exec(TABLE));
  }

  /** Adds objects with known locations, all or none of them. */
  add(objects: Iterable<KnownObject>): void {
    this.#withFileErrors(() => {
      this.#database.transaction(() => {
        for (const { kind, sha256, location } of objects) this.#sql.run(ADD, kind, sha256, location);
      })();
    });
  }

  find(kind: string, sha256: string): string | undefined {
    return this.#withFileErrors(() => this.#sql.row<[string]>(FIND, kind, sha256)?.[0]);
  }

  close(): void {
    this.#database.close();
  }

  /** Paths of the database files. Remove them after `close`, when a manifest holds all their contents. */
  get files(): string[] {
    return KnownObjects.listFiles(this.#path);
  }

  static listFiles(path: string): string[] {
    return ['', '-wal', '-shm'].map((suffix) => path + suffix);
  }

  #withFileErrors<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw asFileError(error);
    }
  }
}
