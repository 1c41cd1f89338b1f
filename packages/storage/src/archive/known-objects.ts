import { sql } from 'drizzle-orm';
import { blob, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { withFileErrors } from '../errors.js';
import { type Connection, closeOnError, openScratch } from '../library/connection.js';
import { makePrivateFile } from '../library/files.js';
import { build, defineQuery, names, type Parameters } from '../library/query.js';
import { Statements } from '../library/statements.js';

/** Object of an archive and its location as JSON. */
export interface KnownObject {
  readonly kind: string;
  /** SHA-256, hex. */
  readonly sha256: string;
  readonly location: string;
}

/** Definition of the table {@link objects}. */
export const CREATE_OBJECTS = `CREATE TABLE IF NOT EXISTS objects (
  kind TEXT NOT NULL, sha256 BLOB NOT NULL, location TEXT NOT NULL, PRIMARY KEY (kind, sha256)
) STRICT, WITHOUT ROWID`;
export const objects = sqliteTable(
  'objects',
  {
    kind: text('kind').notNull(),
    sha256: blob('sha256', { mode: 'buffer' }).notNull(),
    location: text('location').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.sha256] })],
);

const replaceObject = defineQuery(
  ({ kind, sha256, location }: Parameters<KnownObject>) => sql`INSERT OR REPLACE INTO ${objects}
    (${names(objects.kind, objects.sha256, objects.location)}) VALUES (${kind}, unhex(${sha256}), ${location})`,
);
const selectLocation = defineQuery(({ kind, sha256 }: Parameters<Pick<KnownObject, 'kind' | 'sha256'>>) =>
  build
    .select({ location: objects.location })
    .from(objects)
    .where(sql`${objects.kind} = ${kind} AND ${objects.sha256} = unhex(${sha256})`),
);

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
    const database = withFileErrors(() => openScratch(path));
    this.#database = database;
    this.#sql = new Statements(database);
    withFileErrors(() => closeOnError(database, () => database.exec(CREATE_OBJECTS)));
  }

  /** Adds objects with known locations, all or none of them. */
  add(added: Iterable<KnownObject>): void {
    withFileErrors(() => {
      this.#database.transaction(() => {
        for (const { kind, sha256, location } of added) this.#sql.run(replaceObject, { kind, sha256, location });
      })();
    });
  }

  find(kind: string, sha256: string): string | undefined {
    return withFileErrors(() => this.#sql.value(selectLocation, { kind, sha256 }));
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
}
