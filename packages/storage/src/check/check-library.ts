import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { nameKey } from '@notes/query-language';
import { and, asc, count, eq, getTableName, isNull, sql } from 'drizzle-orm';
import { asFileError, StorageError, withStorageErrors } from '../errors.js';
import { JobReader, type UnfinishedJob } from '../jobs/jobs.js';
import { type Connection, inspectFile, readSchemaVersion, selectRecordedVersion } from '../library/connection.js';
import { refuseOrphanedLog } from '../library/create.js';
import { dataPaths } from '../library/files.js';
import { MetaReader } from '../library/meta.js';
import { buildSchema, readSchema } from '../library/migrations.js';
import { build, defineQuery, type Parameters, rows, toHex } from '../library/query.js';
import { openForChecks } from '../library/read-copy.js';
import { SCHEMA_VERSION } from '../library/schema-steps.js';
import { Statements } from '../library/statements.js';
import { makeHandle, makeReader, type Reader } from '../library/unit.js';
import { documents, notebooks, resources, revisions, searchNotebooks, sourceBundles, tags } from '../schema.js';
import { searchIndex, searchIndexSizes } from '../search/search-tables.js';
import { buildCanRefetch, buildCanRefetchUnindexed } from '../sync/intents.js';
import { findWronglyIndexed } from './compare-index.js';

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

const selectRevisions = defineQuery(() =>
  build
    .select({
      documentId: sql<string>`${documents.id}`,
      revisionId: revisions.id,
      sha256: revisions.bodySha256,
      body: revisions.body,
    })
    .from(revisions)
    .leftJoin(documents, eq(documents.pk, revisions.documentPk))
    .orderBy(asc(revisions.pk)),
);
const selectTexts = defineQuery(() =>
  build
    .select({ pk: documents.pk, title: documents.title, body: revisions.body })
    .from(documents)
    .innerJoin(revisions, eq(revisions.pk, documents.revisionPk))
    .orderBy(asc(documents.pk)),
);
const selectId = defineQuery(({ pk }: Parameters<{ pk: number }>) =>
  build.select({ id: documents.id }).from(documents).where(eq(documents.pk, pk)),
);
const selectWithoutRevision = defineQuery(() =>
  build
    .select({ id: documents.id })
    .from(documents)
    .leftJoin(revisions, and(eq(revisions.pk, documents.revisionPk), eq(revisions.documentPk, documents.pk)))
    .where(isNull(revisions.pk))
    .orderBy(asc(documents.id)),
);
const selectUnindexed = defineQuery(() =>
  build
    .select({ id: documents.id })
    .from(documents)
    .where(sql`${documents.pk} NOT IN (SELECT ${searchIndexSizes.id} FROM ${searchIndexSizes})`)
    .orderBy(asc(documents.id)),
);
const countSurplus = defineQuery(() =>
  build
    .select({ n: count() })
    .from(searchIndexSizes)
    .where(sql`${searchIndexSizes.id} NOT IN (SELECT ${documents.pk} FROM ${documents})`),
);
const selectTitles = defineQuery(() =>
  build
    .select({
      id: documents.id,
      name: documents.title,
      key: documents.titleKey,
      copy: sql<string | null>`${revisions.title}`,
    })
    .from(documents)
    .leftJoin(revisions, eq(revisions.pk, documents.revisionPk))
    .orderBy(asc(documents.pk)),
);
const selectNames = (table: typeof notebooks | typeof tags | typeof searchNotebooks) =>
  defineQuery(() =>
    rows(
      {
        id: sql<string>`${table.id}`,
        name: sql<string>`${table.name}`,
        key: sql<string>`${table.nameKey}`,
      },
      (list) => sql`SELECT ${list} FROM ${table} ORDER BY ${table.pk}`,
    ),
  );
const selectAllNames = [notebooks, tags, searchNotebooks].map(selectNames);
const countUserContent = defineQuery(() =>
  rows(
    {
      n: sql<number>`
        (SELECT count(*) FROM ${documents} JOIN ${notebooks} ON ${notebooks.pk} = ${documents.notebookPk}
          WHERE ${notebooks.readOnly} = 0)
        + (SELECT count(*) FROM ${notebooks} WHERE ${notebooks.builtin} = 0)
        + (SELECT count(*) FROM ${searchNotebooks} WHERE ${searchNotebooks.builtin} = 0)
        + (SELECT count(*) FROM ${tags}) + (SELECT count(*) FROM ${resources})`,
    },
    (list) => sql`SELECT ${list}`,
  ),
);
const selectNamedBytes = (table: typeof resources | typeof sourceBundles) =>
  defineQuery(() =>
    rows(
      {
        id: sql<string>`${table.id}`,
        sha256: toHex(table.sha256),
        sizeBytes: sql<number>`${table.sizeBytes}`,
      },
      (list) => sql`SELECT ${list} FROM ${table} ORDER BY ${table.id}`,
    ),
  );
const selectResources = selectNamedBytes(resources);
const selectBundles = selectNamedBytes(sourceBundles);
/** First schema with a table for import sources. */
const FIRST_SCHEMA_WITH_BUNDLES = 14;

/** First schema that records which carriers hold which bytes. */
const FIRST_SCHEMA_WITH_CARRIERS = 16;
/** First schema in which some operations are missing from the index of the log. */
const FIRST_SCHEMA_WITH_UNINDEXED = 21;
const selectRefetchable = (canRefetch: typeof buildCanRefetch) =>
  defineQuery(() =>
    rows(
      { id: resources.id },
      (list) => sql`SELECT ${list} FROM ${resources} WHERE ${canRefetch(resources)}
        UNION ALL SELECT ${sourceBundles.id} FROM ${sourceBundles} WHERE ${canRefetch(sourceBundles)}`,
    ),
  );
const selectRefetchableIndexed = selectRefetchable(buildCanRefetch);
const selectRefetchableUnindexed = selectRefetchable(buildCanRefetchUnindexed);

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

  /** Names of the tables, indexes and triggers that are missing, or whose definition is not that of their schema. */
  changedDefinitions(): string[] {
    return withStorageErrors(() => {
      const found = new Map(readSchema(this.#raw).map(({ name, ...definition }) => [name, definition]));
      return buildSchema(this.schemaVersion())
        .filter(({ name, ...definition }) => !isDeepStrictEqual(found.get(name), definition))
        .map(({ name }) => name);
    });
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
    return withStorageErrors(() => this.#sql.all(selectUnindexed).map(({ id }) => id));
  }

  /**
   * Ids of notes whose words in the full-text index are not those of their text, at most `MAX_FAULTS`. SQLite detects
   * only some such damage. Takes about as long as building the index. Empty for a library with another schema than this
   * program's.
   */
  findWronglyIndexed(): string[] {
    if (this.schemaVersion() !== SCHEMA_VERSION) return [];
    return withStorageErrors(() => {
      const definition = readSchema(this.#raw).find(({ name }) => name === getTableName(searchIndex))?.sql ?? '';
      const keys = findWronglyIndexed(this.#raw, definition, this.#sql.iterate(selectTexts), MAX_FAULTS);
      return keys.map((pk) => this.#sql.get(selectId, { pk })?.id ?? 'a note that does not exist');
    });
  }

  /** Number of full-text index entries without a note. */
  surplusEntries(): number {
    return withStorageErrors(() => this.#sql.count(countSurplus));
  }

  /** Revisions whose text does not match its digest, which SQLite cannot detect. Reads one revision at a time. */
  damagedRevisions(): DamagedRevision[] {
    return withStorageErrors(() => {
      const damaged: DamagedRevision[] = [];
      for (const { documentId, revisionId, sha256, body } of this.#sql.iterate(selectRevisions))
        if (!createHash('sha256').update(body, 'utf8').digest().equals(sha256))
          damaged.push({ documentId, revisionId });
      return damaged;
    });
  }

  /** Ids of notes without their current revision. */
  findWithoutRevision(): string[] {
    return withStorageErrors(() => this.#sql.all(selectWithoutRevision).map(({ id }) => id));
  }

  /**
   * Ids of notes whose title differs from that of their current revision, and of notes, notebooks, tags and saved
   * searches whose name does not match the key that it is found by. SQLite cannot detect such damage. A changed case of
   * a letter in the name of a notebook, tag or saved search is not found, because keys ignore case.
   */
  findDamagedNames(): string[] {
    return withStorageErrors(() => {
      const damaged: string[] = [];
      for (const { id, name, key, copy } of this.#sql.iterate(selectTitles))
        if (key !== nameKey(name) || (copy !== null && copy !== name)) damaged.push(id);
      for (const query of selectAllNames)
        for (const { id, name, key } of this.#sql.iterate(query)) if (key !== nameKey(name)) damaged.push(id);
      return damaged;
    });
  }

  /** Returns true when the library holds only its initial content. */
  isUntouched(): boolean {
    return withStorageErrors(() => this.#sql.count(countUserContent)) === 0;
  }

  resources(): NamedBytes[] {
    return withStorageErrors(() => this.#sql.all(selectResources));
  }

  sourceBundles(): NamedBytes[] {
    return this.schemaVersion() < FIRST_SCHEMA_WITH_BUNDLES
      ? []
      : withStorageErrors(() => this.#sql.all(selectBundles));
  }

  /** Ids of attachments and import sources whose bytes are also on other devices or on a carrier. */
  findRefetchable(): ReadonlySet<string> {
    const version = this.schemaVersion();
    if (version < FIRST_SCHEMA_WITH_CARRIERS) return new Set();
    const query = version < FIRST_SCHEMA_WITH_UNINDEXED ? selectRefetchableUnindexed : selectRefetchableIndexed;
    return new Set(withStorageErrors(() => this.#sql.all(query).map(({ id }) => id)));
  }

  /** Runs a read; returns undefined for a library with another schema than this program's. */
  read<T>(work: (reader: Reader) => T): T | undefined {
    return this.schemaVersion() === SCHEMA_VERSION
      ? withStorageErrors(() => work(makeReader(makeHandle(this.#raw))))
      : undefined;
  }

  unfinishedJobs(): UnfinishedJob[] {
    return withStorageErrors(() => new JobReader(makeHandle(this.#raw)).listUnfinished());
  }

  #integrity(pragma: string): string[] {
    const rows = withStorageErrors(() => this.#raw.pragma(pragma) as { integrity_check: string }[]);
    return rows.map(({ integrity_check }) => integrity_check).filter((text) => text !== 'ok');
  }
}

/**
 * Checks the library of a data directory without changing anything: takes no lock, and creates, recovers and migrates
 * nothing. Checks a copy in memory where the disk accepts no writes.
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
    database = openForChecks(paths);
    return work(new LibraryCheck(database));
  } catch (error) {
    throw asFileError(error);
  } finally {
    database?.close();
  }
}
