import { createHash } from 'node:crypto';
import { asFileError, asStorageError, StorageError } from '../errors.js';
import { JobReader, type UnfinishedJob } from '../jobs/jobs.js';
import {
  type Connection,
  inspectFile,
  openForInspection,
  readSchemaVersion,
  selectRecordedVersion,
} from '../library/connection.js';
import { refuseOrphanedLog } from '../library/create.js';
import { dataPaths } from '../library/files.js';
import { MetaReader } from '../library/meta.js';
import { Statements } from '../library/statements.js';
import { makeHandle } from '../library/unit.js';
import { CAN_REFETCH, CAN_REFETCH_UNINDEXED } from '../sync/intents.js';

/** Maximum number of faults that SQLite reports for one check. */
const MAX_FAULTS = 100;

/** Revision whose text does not match its digest. */
export interface DamagedRevision {
  readonly documentId: string;
  readonly revisionId: string;
}

/** Expected bytes of an attachment or of an import source. */
export interface NamedBytes {
  readonly id: string;
  /** SHA-256, hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

const REVISIONS = `SELECT d.id AS documentId, r.id AS revisionId, r.body_sha256 AS sha256, r.body
  FROM revisions r LEFT JOIN documents d ON d.pk = r.document_pk ORDER BY r.pk`;
const WITHOUT_REVISION = `SELECT d.id FROM documents d LEFT JOIN revisions r ON r.pk = d.revision_pk AND r.document_pk = d.pk
  WHERE r.pk IS NULL ORDER BY d.id`;
const UNINDEXED = 'SELECT id FROM documents WHERE pk NOT IN (SELECT id FROM search_fts_docsize) ORDER BY id';
const SURPLUS = 'SELECT count(*) FROM search_fts_docsize WHERE id NOT IN (SELECT pk FROM documents)';
const COUNT_USER_CONTENT = `SELECT (SELECT count(*) FROM documents d JOIN notebooks n ON n.pk = d.notebook_pk WHERE n.read_only = 0)
  + (SELECT count(*) FROM notebooks WHERE builtin = 0) + (SELECT count(*) FROM search_notebooks WHERE builtin = 0)
  + (SELECT count(*) FROM tags) + (SELECT count(*) FROM resources)`;
const RESOURCES = 'SELECT id, lower(hex(sha256)) AS sha256, size_bytes AS sizeBytes FROM resources ORDER BY id';
/** First schema with a table for import sources. */
const FIRST_SCHEMA_WITH_BUNDLES = 14;
const BUNDLES = 'SELECT id, lower(hex(sha256)) AS sha256, size_bytes AS sizeBytes FROM source_bundles ORDER BY id';

/** First schema that records which carriers hold which bytes. */
const FIRST_SCHEMA_WITH_CARRIERS = 16;
/** First schema in which some operations are missing from the index of the log. */
const FIRST_SCHEMA_WITH_UNINDEXED = 21;
const selectRefetchable = (condition: string) =>
  ['resources', 'source_bundles'].map((table) => `SELECT t.id FROM ${table} t WHERE ${condition}`).join(' UNION ALL ');

/** Checks a library for damage. Every method throws StorageError `damaged` when the file is too damaged to read. */
export class LibraryCheck {
  readonly #raw: Connection;
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#raw = raw;
    this.#sql = new Statements(raw);
  }

  schemaVersion(): number {
    return withStorageErrors(() => readSchemaVersion(this.#raw));
  }

  /** Returns the newest version of Notes that changed the schema; null in a library made before 0.1.0. */
  programVersion(): string | null {
    return selectRecordedVersion(this.#raw);
  }

  /** Returns the id of the library. */
  databaseId(): string {
    return withStorageErrors(() => new MetaReader(makeHandle(this.#raw)).get('database_id') ?? '');
  }

  /**
   * Faults that SQLite reports in pages, rows and indexes, in its own words. Includes the full-text index, which is
   * stored in tables.
   */
  pages(): string[] {
    return this.#integrity(`integrity_check(${MAX_FAULTS})`);
  }

  /** Names of tables with rows that refer to missing rows. */
  danglingTables(): string[] {
    const rows = withStorageErrors(() => this.#raw.pragma('foreign_key_check') as { table: string }[]);
    return [...new Set(rows.map(({ table }) => table))];
  }

  /** Faults that SQLite reports in the full-text index. */
  searchIndex(): string[] {
    return this.#integrity('integrity_check(search_fts)');
  }

  /** Ids of notes that are missing from the full-text index. */
  findUnindexed(): string[] {
    return withStorageErrors(() => this.#sql.rows<[string]>(UNINDEXED).map(([id]) => id));
  }

  /** Number of full-text index entries without a note. */
  surplusEntries(): number {
    return withStorageErrors(() => this.#sql.count(SURPLUS));
  }

  /** Revisions whose text does not match its digest, which SQLite cannot detect. Reads one revision at a time. */
  damagedRevisions(): DamagedRevision[] {
    type Row = DamagedRevision & { sha256: Buffer; body: string };
    return withStorageErrors(() => {
      const damaged: DamagedRevision[] = [];
      for (const { documentId, revisionId, sha256, body } of this.#sql.iterate<Row>(REVISIONS))
        if (!createHash('sha256').update(body, 'utf8').digest().equals(sha256))
          damaged.push({ documentId, revisionId });
      return damaged;
    });
  }

  /** Ids of notes without their current revision. */
  findWithoutRevision(): string[] {
    return withStorageErrors(() => this.#sql.rows<[string]>(WITHOUT_REVISION).map(([id]) => id));
  }

  /** Returns true when the library holds only its initial content. */
  isUntouched(): boolean {
    return withStorageErrors(() => this.#sql.count(COUNT_USER_CONTENT)) === 0;
  }

  resources(): NamedBytes[] {
    return withStorageErrors(() => this.#sql.all<NamedBytes>(RESOURCES));
  }

  sourceBundles(): NamedBytes[] {
    return this.schemaVersion() < FIRST_SCHEMA_WITH_BUNDLES
      ? []
      : withStorageErrors(() => this.#sql.all<NamedBytes>(BUNDLES));
  }

  /** Ids of attachments and import sources whose bytes are also on other devices or on a carrier. */
  findRefetchable(): ReadonlySet<string> {
    const version = this.schemaVersion();
    if (version < FIRST_SCHEMA_WITH_CARRIERS) return new Set();
    const found = selectRefetchable(version < FIRST_SCHEMA_WITH_UNINDEXED ? CAN_REFETCH_UNINDEXED : CAN_REFETCH);
    return new Set(withStorageErrors(() => this.#sql.rows<[string]>(found).map(([id]) => id)));
  }

  unfinishedJobs(): UnfinishedJob[] {
    return withStorageErrors(() => new JobReader(makeHandle(this.#raw)).listUnfinished());
  }

  #integrity(pragma: string): string[] {
    const rows = withStorageErrors(() => this.#raw.pragma(pragma) as { integrity_check: string }[]);
    return rows.map(({ integrity_check }) => integrity_check).filter((text) => text !== 'ok');
  }
}

function withStorageErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asStorageError(error);
  }
}

/**
 * Checks the library of a data directory without changing anything: takes no lock, and creates, recovers and migrates
 * nothing.
 *
 * @throws StorageError `missing`, `busy`, `read_only` or `failed`; `foreign`, `empty` or `damaged` when the file is not
 *   a library
 */
export function checkLibrary<T>(dataDir: string, work: (check: LibraryCheck) => T): T {
  const paths = dataPaths(dataDir);
  refuseOrphanedLog(paths);
  if (!inspectFile(paths.database, { newestVersion: Number.POSITIVE_INFINITY }))
    throw new StorageError('missing', `There is no library at ${paths.database}`);
  let database: Connection | undefined;
  try {
    database = openForInspection(paths.database);
    return work(new LibraryCheck(database));
  } catch (error) {
    throw asFileError(error);
  } finally {
    database?.close();
  }
}
