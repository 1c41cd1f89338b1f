import { isDeepStrictEqual } from 'node:util';
import type { VersionVector } from '@notes/sync-protocol';
import { sql } from 'drizzle-orm';
import { LibraryCheck } from '../check/check-library.js';
import { asFileError, StorageError, withStorageErrors } from '../errors.js';
import { type Connection, inspectFile, openImage, openReadOnly, readSchemaVersion } from '../library/connection.js';
import { type DataPaths, makePrivateFile, syncFile } from '../library/files.js';
import { buildSchema, readSchema } from '../library/migrations.js';
import { defineQuery, rows, toHex } from '../library/query.js';
import { SCHEMA_VERSION } from '../library/schema-steps.js';
import { Statements } from '../library/statements.js';
import { makeHandle, makeReader } from '../library/unit.js';
import { documents, notebooks, resources, revisions, sourceBundles, tags } from '../schema.js';

/** Bytes that a library refers to, of an attachment or of an import source. */
export interface ImageBytes {
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Contents of a library image, without notes and notebooks that the program provides. */
export interface ImageCounts {
  readonly notes: number;
  /** Notes in the trash, which `notes` includes. */
  readonly trashed: number;
  readonly revisions: number;
  readonly notebooks: number;
  readonly tags: number;
  readonly attachments: number;
}

/** Oldest schema that image files can have. */
const MIN_SCHEMA_VERSION = 17;

const selectReferencedBytes = defineQuery(() =>
  rows(
    { sha256: toHex(resources.sha256), sizeBytes: resources.sizeBytes },
    (list) => sql`SELECT ${list} FROM ${resources}
      UNION SELECT ${toHex(sourceBundles.sha256)}, ${sourceBundles.sizeBytes} FROM ${sourceBundles} ORDER BY 1`,
  ),
);
const FROM_USER_NOTES = sql`FROM ${documents} JOIN ${notebooks} ON ${notebooks.pk} = ${documents.notebookPk}
  WHERE ${notebooks.readOnly} = 0`;
const selectCounts = defineQuery(() =>
  rows(
    {
      notes: sql<number>`(SELECT count(*) ${FROM_USER_NOTES})`,
      trashed: sql<number>`(SELECT count(*) ${FROM_USER_NOTES} AND ${documents.deletedAt} IS NOT NULL)`,
      revisions: sql<number>`(SELECT count(*) FROM ${revisions}
        JOIN ${documents} ON ${documents.pk} = ${revisions.documentPk}
        JOIN ${notebooks} ON ${notebooks.pk} = ${documents.notebookPk} WHERE ${notebooks.readOnly} = 0)`,
      notebooks: sql<number>`(SELECT count(*) FROM ${notebooks} WHERE ${notebooks.builtin} = 0)`,
      tags: sql<number>`(SELECT count(*) FROM ${tags})`,
      attachments: sql<number>`(SELECT count(*) FROM ${resources})`,
    },
    (list) => sql`SELECT ${list}`,
  ),
);

/**
 * Writes a copy of the current library to a file, durably. Takes long and blocks no writer; meant for a worker thread.
 */
export function copyLibrary({ database }: DataPaths, target: string): void {
  let raw: Connection | undefined;
  try {
    makePrivateFile(target);
    raw = openReadOnly(database);
    raw.prepare('VACUUM INTO ?').run(target);
    // SQLite does not sync the target file.
    syncFile(target);
  } catch (error) {
    throw asFileError(error);
  } finally {
    raw?.close();
  }
}

/** Library file that no process writes to and that may come from an untrusted source. */
export class LibraryImage {
  readonly schemaVersion: number;
  readonly #raw: Connection;
  readonly #sql: Statements;

  private constructor(raw: Connection) {
    this.#raw = raw;
    this.#sql = new Statements(raw);
    this.schemaVersion = readSchemaVersion(raw);
  }

  /**
   * Opens a file for reading. When its schema differs from this program's, use only the checks, not the queries.
   *
   * @throws StorageError `foreign`, `empty`, `newer`, `missing` or `damaged` when the file is not a readable library
   */
  static open(path: string): LibraryImage {
    if (!inspectFile(path, { newestVersion: SCHEMA_VERSION }))
      throw new StorageError('missing', `There is no file ${path}`);
    let raw: Connection | undefined;
    try {
      raw = openImage(path);
      return new LibraryImage(raw);
    } catch (error) {
      raw?.close();
      throw asFileError(error);
    }
  }

  /** Returns true when the file has exactly the tables, indexes and triggers of its schema version. */
  hasOurSchema(): boolean {
    if (this.schemaVersion < MIN_SCHEMA_VERSION) return false;
    return withStorageErrors(() => isDeepStrictEqual(readSchema(this.#raw), buildSchema(this.schemaVersion)));
  }

  /** Faults that SQLite reports, in its own words. */
  faults(): string[] {
    const check = new LibraryCheck(this.#raw);
    const dangling = check.danglingTables().map((table) => `rows of ${table} refer to missing rows`);
    return [...check.pages(), ...dangling];
  }

  /** Ids of notes with a missing current revision, or with a revision whose text does not match its digest. */
  damagedNotes(): string[] {
    const check = new LibraryCheck(this.#raw);
    return [
      ...new Set([...check.damagedRevisions().map(({ documentId }) => documentId), ...check.findWithoutRevision()]),
    ];
  }

  /**
   * Version vector: the last operation of each replica that the library has. Null for a library with an older schema.
   */
  vector(): VersionVector | null {
    if (this.schemaVersion !== SCHEMA_VERSION) return null;
    return withStorageErrors(() => makeReader(makeHandle(this.#raw)).sync.vector());
  }

  counts(): ImageCounts {
    return withStorageErrors(() => this.#sql.get(selectCounts) as ImageCounts);
  }

  /** Bytes that the library refers to, ascending by digest, without duplicates. */
  listReferencedBytes(): ImageBytes[] {
    return withStorageErrors(() => this.#sql.all(selectReferencedBytes));
  }

  close(): void {
    this.#raw.close();
  }
}
