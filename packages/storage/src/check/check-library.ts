import { createHash } from 'node:crypto';
import { type Connection, inspectFile, openUnchanged, schemaVersionOf } from '../connection.js';
import { refuseOrphanedLog } from '../create.js';
import { asFileError, asStorageError, StorageError } from '../errors.js';
import { dataPaths } from '../files.js';
import { JobReader, type UnfinishedJob } from '../jobs.js';
import { Statements } from '../statements.js';
import { CAN_COME, CAN_COME_OF_OLD } from '../sync/intents.js';
import { makeHandle } from '../unit.js';

/** Faults of one kind that SQLite tells. */
const MAX_FAULTS = 100;

export interface DamagedRevision {
  readonly documentId: string;
  readonly revisionId: string;
}

/** An attachment, or what an imported source was, and what its bytes are to be. */
export interface NamedBytes {
  readonly id: string;
  /** In hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

const REVISIONS = `SELECT d.id AS documentId, r.id AS revisionId, r.body_sha256 AS sha256, r.body
  FROM revisions r LEFT JOIN documents d ON d.pk = r.document_pk ORDER BY r.pk`;
const WITHOUT_REVISION = `SELECT d.id FROM documents d LEFT JOIN revisions r ON r.pk = d.revision_pk AND r.document_pk = d.pk
  WHERE r.pk IS NULL ORDER BY d.id`;
const UNINDEXED = 'SELECT id FROM documents WHERE pk NOT IN (SELECT id FROM search_fts_docsize) ORDER BY id';
const SURPLUS = 'SELECT count(*) FROM search_fts_docsize WHERE id NOT IN (SELECT pk FROM documents)';
const OF_A_PERSON = `SELECT (SELECT count(*) FROM documents d JOIN notebooks n ON n.pk = d.notebook_pk WHERE n.read_only = 0)
  + (SELECT count(*) FROM notebooks WHERE builtin = 0) + (SELECT count(*) FROM search_notebooks WHERE builtin = 0)
  + (SELECT count(*) FROM tags) + (SELECT count(*) FROM resources)`;
const RESOURCES = 'SELECT id, lower(hex(sha256)) AS sha256, size_bytes AS sizeBytes FROM resources ORDER BY id';
/** The first schema with a place for what imported sources were. */
const WITH_BUNDLES = 14;
const BUNDLES = 'SELECT id, lower(hex(sha256)) AS sha256, size_bytes AS sizeBytes FROM source_bundles ORDER BY id';

/** The first schema that knows what is on carriers. */
const WITH_CARRIERS = 16;
/** The first schema in which some operations are not in the index of the log. */
const WITH_UNINDEXED = 21;
const canComeAgain = (condition: string) =>
  ['resources', 'source_bundles'].map((table) => `SELECT t.id FROM ${table} t WHERE ${condition}`).join(' UNION ALL ');

/** Looks for damage in a library. Each method may find the file so damaged that it throws StorageError `damaged`. */
export class LibraryCheck {
  readonly #raw: Connection;
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#raw = raw;
    this.#sql = new Statements(raw);
  }

  schemaVersion(): number {
    return telling(() => schemaVersionOf(this.#raw));
  }

  /** What SQLite finds wrong with pages, rows and indexes, in its words; the full-text index is one of its tables. */
  pages(): string[] {
    return this.#integrity(`integrity_check(${MAX_FAULTS})`);
  }

  /** Tables with rows that refer to rows that are not there. */
  danglingTables(): string[] {
    const rows = telling(() => this.#raw.pragma('foreign_key_check') as { table: string }[]);
    return [...new Set(rows.map(({ table }) => table))];
  }

  /** What SQLite finds wrong with the full-text index. */
  searchIndex(): string[] {
    return this.#integrity('integrity_check(search_fts)');
  }

  /** Ids of notes that no search finds. */
  unindexed(): string[] {
    return telling(() => this.#sql.rows<[string]>(UNINDEXED).map(([id]) => id));
  }

  /** How many entries of the full-text index are of no note. */
  surplusEntries(): number {
    return telling(() => this.#sql.count(SURPLUS));
  }

  /** Revisions whose text is not what was written, which SQLite cannot tell. Reads one at a time. */
  damagedRevisions(): DamagedRevision[] {
    type Row = DamagedRevision & { sha256: Buffer; body: string };
    return telling(() => {
      const damaged: DamagedRevision[] = [];
      for (const { documentId, revisionId, sha256, body } of this.#sql.iterate<Row>(REVISIONS))
        if (!createHash('sha256').update(body, 'utf8').digest().equals(sha256))
          damaged.push({ documentId, revisionId });
      return damaged;
    });
  }

  /** Ids of notes without their current revision. */
  withoutRevision(): string[] {
    return telling(() => this.#sql.rows<[string]>(WITHOUT_REVISION).map(([id]) => id));
  }

  /** Whether somebody has brought anything into the library: all it has is what it was made with. */
  isUntouched(): boolean {
    return telling(() => this.#sql.count(OF_A_PERSON)) === 0;
  }

  resources(): NamedBytes[] {
    return telling(() => this.#sql.all<NamedBytes>(RESOURCES));
  }

  sourceBundles(): NamedBytes[] {
    return this.schemaVersion() < WITH_BUNDLES ? [] : telling(() => this.#sql.all<NamedBytes>(BUNDLES));
  }

  /** Ids of attachments and sources whose bytes other devices, or a place of exchange, have as well. */
  elsewhere(): ReadonlySet<string> {
    const version = this.schemaVersion();
    if (version < WITH_CARRIERS) return new Set();
    const found = canComeAgain(version < WITH_UNINDEXED ? CAN_COME_OF_OLD : CAN_COME);
    return new Set(telling(() => this.#sql.rows<[string]>(found).map(([id]) => id)));
  }

  unfinishedJobs(): UnfinishedJob[] {
    return telling(() => new JobReader(makeHandle(this.#raw)).unfinished());
  }

  #integrity(pragma: string): string[] {
    const rows = telling(() => this.#raw.pragma(pragma) as { integrity_check: string }[]);
    return rows.map(({ integrity_check }) => integrity_check).filter((text) => text !== 'ok');
  }
}

function telling<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asStorageError(error);
  }
}

/**
 * Runs a check of the library of a data directory, which changes nothing: no lock is taken, nothing made, recovered or
 * migrated.
 *
 * @throws StorageError `missing`, `busy`, `read_only` or `failed`; `foreign`, `empty` or `damaged` of a file that is no library
 */
export function checkLibrary<T>(dataDir: string, work: (check: LibraryCheck) => T): T {
  const paths = dataPaths(dataDir);
  refuseOrphanedLog(paths);
  if (!inspectFile(paths.database, Number.POSITIVE_INFINITY))
    throw new StorageError('missing', `there is no library at ${paths.database}`);
  let database: Connection | undefined;
  try {
    database = openUnchanged(paths.database);
    return work(new LibraryCheck(database));
  } catch (error) {
    throw asFileError(error);
  } finally {
    database?.close();
  }
}
