import { isDeepStrictEqual } from 'node:util';
import type { VersionVector } from '@notes/sync-protocol';
import { LibraryCheck } from '../check/check-library.js';
import { type Connection, inspectFile, openImage, openReadOnly, schemaVersionOf } from '../connection.js';
import { asFileError, asStorageError, StorageError } from '../errors.js';
import { type DataPaths, makePrivateFile, syncFile } from '../files.js';
import { SCHEMA_VERSION, schemaAt, schemaOf } from '../migrations.js';
import { Statements } from '../statements.js';
import { makeHandle, makeReader } from '../unit.js';

/** Bytes that a library names: of an attachment, or of what an imported source was. */
export interface ImageBytes {
  /** In hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

export interface ImageCounts {
  readonly notes: number;
  /** Of them in Trash. */
  readonly trashed: number;
  readonly revisions: number;
  readonly notebooks: number;
  readonly tags: number;
  readonly attachments: number;
}

/** The schema of the first program that made copies for others. */
const OLDEST_SCHEMA = 17;

const NAMED = `SELECT lower(hex(sha256)) AS sha256, size_bytes AS sizeBytes FROM resources
  UNION SELECT lower(hex(sha256)), size_bytes FROM source_bundles ORDER BY 1`;
const OF_A_PERSON = 'FROM documents d JOIN notebooks n ON n.pk = d.notebook_pk WHERE n.read_only = 0';
const COUNTS = `SELECT (SELECT count(*) ${OF_A_PERSON}) AS notes,
  (SELECT count(*) ${OF_A_PERSON} AND d.deleted_at IS NOT NULL) AS trashed,
  (SELECT count(*) FROM revisions r JOIN documents d ON d.pk = r.document_pk JOIN notebooks n ON n.pk = d.notebook_pk
    WHERE n.read_only = 0) AS revisions,
  (SELECT count(*) FROM notebooks WHERE builtin = 0) AS notebooks,
  (SELECT count(*) FROM tags) AS tags, (SELECT count(*) FROM resources) AS attachments`;

/**
 * Writes the library as it is now to a file of its own, durably. Takes a while, and keeps no writer waiting: for a worker
 * thread.
 *
 * @throws StorageError `full`, `failed`, `read_only`, `damaged`; the file is whole only when this returns
 */
export function copyLibrary({ database }: DataPaths, target: string): void {
  let raw: Connection | undefined;
  try {
    makePrivateFile(target);
    raw = openReadOnly(database);
    raw.prepare('VACUUM INTO ?').run(target);
    // SQLite leaves that to whoever asks.
    syncFile(target);
  } catch (error) {
    throw asFileError(error);
  } finally {
    raw?.close();
  }
}

/** The file of a library that nobody writes to, and that may have come from anybody. */
export class LibraryImage {
  readonly schemaVersion: number;
  readonly #raw: Connection;
  readonly #sql: Statements;

  private constructor(raw: Connection) {
    this.#raw = raw;
    this.#sql = new Statements(raw);
    this.schemaVersion = schemaVersionOf(raw);
  }

  /**
   * Opens a file for reading. Nothing else may be asked of one whose schema is another than ours.
   *
   * @throws StorageError `foreign`, `empty`, `newer`, `missing` or `damaged` for what is no library
   */
  static open(path: string): LibraryImage {
    if (!inspectFile(path, SCHEMA_VERSION)) throw new StorageError('missing', `there is no file ${path}`);
    let raw: Connection | undefined;
    try {
      raw = openImage(path);
      return new LibraryImage(raw);
    } catch (error) {
      raw?.close();
      throw asFileError(error);
    }
  }

  /** Whether it is made of the tables, indexes and triggers of its version, and of nothing else. */
  hasOurSchema(): boolean {
    if (this.schemaVersion < OLDEST_SCHEMA) return false;
    return asking(() => isDeepStrictEqual(schemaOf(this.#raw), schemaAt(this.schemaVersion)));
  }

  /** What SQLite finds wrong with it, in its words. */
  faults(): string[] {
    const check = new LibraryCheck(this.#raw);
    const dangling = check.danglingTables().map((table) => `rows of ${table} refer to rows that are not there`);
    return [...check.pages(), ...dangling];
  }

  /** Ids of notes that have a text that is not what was written, or none. */
  damagedNotes(): string[] {
    const check = new LibraryCheck(this.#raw);
    return [...new Set([...check.damagedRevisions().map(({ documentId }) => documentId), ...check.withoutRevision()])];
  }

  /** Up to which operation of each replica it has everything; null of a library that an older program made. */
  vector(): VersionVector | null {
    if (this.schemaVersion !== SCHEMA_VERSION) return null;
    return asking(() => makeReader(makeHandle(this.#raw)).sync.vector());
  }

  counts(): ImageCounts {
    return asking(() => this.#sql.get<ImageCounts>(COUNTS) as ImageCounts);
  }

  /** The bytes it names, ascending by digest, each once. */
  namedBytes(): ImageBytes[] {
    return asking(() => this.#sql.all<ImageBytes>(NAMED));
  }

  close(): void {
    this.#raw.close();
  }
}

function asking<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asStorageError(error);
  }
}
