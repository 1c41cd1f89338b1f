import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { StorageError } from '../errors.js';
import { LinkWriter } from '../links/link-writer.js';
import { APPLICATION_ID, type Connection, openMemory, readSchemaVersion } from './connection.js';
import { type DataPaths, DRAFT_PREFIX, makePrivateFile, syncFile } from './files.js';
import { deleteMeta, insertMeta } from './meta.js';
import { build, defineQuery, type Parameters, type Row } from './query.js';
import { Statements } from './statements.js';
import { CREATE_SCHEMA_MIGRATIONS, schemaMigrations, sqliteSchema } from './system-tables.js';
import { makeHandle } from './unit.js';

/** Step of the schema: a file of SQL statements. */
export interface Migration {
  readonly version: number;
  readonly file: URL;
  /** SHA-256 of the file, hex: a released migration never changes. */
  readonly sha256: string;
  /** Computes, in the same transaction, derived data that SQL alone cannot derive. */
  readonly derive?: (database: Connection) => void;
}

const defineMigration = (version: number, name: string, sha256: string, derive?: Migration['derive']): Migration => ({
  version,
  file: new URL(`../../migrations/${name}`, import.meta.url),
  sha256,
  ...(derive && { derive }),
});

/** Resolves links again by the rule of this version. */
const resolveLinks = (database: Connection) => new LinkWriter(makeHandle(database)).refreshAll();

/** Migrations in order, without gaps. The first released schema is 12. */
export const migrations: readonly Migration[] = [
  defineMigration(12, '0012_initial.sql', '31bbab4be237d5d0cbad913ff8ab0112dedad1abcd92e37ee4c6f1633258e528'),
  defineMigration(
    13,
    '0013_resource_provenance.sql',
    '017af47a2caae5439075b1748ba1274d09efee645f02aab7fec074c1eced29b9',
  ),
  defineMigration(14, '0014_source_bundles.sql', 'dc3a47a30097b03968deba0bc7c60717e2411c929600521175add98fb34b7c2e'),
  defineMigration(15, '0015_sync.sql', '4a19a227eec8e8a55a028985a797ca9e90c743dc08dc9c50d3527a9106f8e9e4'),
  defineMigration(16, '0016_sync_exchange.sql', 'af0591003167a9bc3da77217179d5aa8cde8ae44466a8e1b6b0e3a11c9286beb'),
  defineMigration(17, '0017_imported_metadata.sql', '0c686f2a3901a6f619e21cf6506fb559442fb0eb94e8a30246cf96cf4c55eedc'),
  defineMigration(18, '0018_sync_checkpoints.sql', '57d55dc36b92255763e1baf188b177f20fad86e123e9a14240715fd61da47fd2'),
  defineMigration(19, '0019_sync_intents.sql', 'ca3f572647ebe62c66eeaa1e96ecd51dbd8a425181f9590671ae2a2b0776ff53'),
  defineMigration(20, '0020_sync_checks.sql', 'fdda3300309e2057cc1a2f417014024db8ce837ccc61c713070ec7fcad88fb0d'),
  defineMigration(21, '0021_sync_costs.sql', '808686a97ba08e440a393d52904d679f7d0955038066564400223a2a1d74d0f5'),
  defineMigration(22, '0022_sync_unsettled.sql', 'e801c66dc20caa8dba32e62a0eef34711185312b043eab54258ffc25cab1c52f'),
  defineMigration(23, '0023_sync_log_key.sql', 'f49df936b11483967099f00756631d7f4b66b12147c0ea55a5ff8d8cc25fd2bf'),
  defineMigration(
    24,
    '0024_link_names.sql',
    'f7b121574afdf7267d5eb3ee10987dfdeb8cde632ca33027968d36e9de7a7078',
    resolveLinks,
  ),
  defineMigration(25, '0025_search_feed.sql', '577fd8c0b0e9abe633da68e8627bf78222824f74b5df0abd7a12bd97bf4d2ab7'),
];

const insertMigration = defineQuery(
  ({ version, sha256, appliedAt }: Parameters<Required<typeof schemaMigrations.$inferInsert>>) =>
    build.insert(schemaMigrations).values({ version, sha256, appliedAt }),
);
const selectMigrations = defineQuery(() =>
  build.select({ version: schemaMigrations.version, sha256: schemaMigrations.sha256 }).from(schemaMigrations),
);
const entryColumns = {
  type: sqliteSchema.type,
  name: sqliteSchema.name,
  table: sqliteSchema.table,
  sql: sqliteSchema.sql,
};
const selectEntries = defineQuery(() =>
  build.select(entryColumns).from(sqliteSchema).orderBy(asc(sqliteSchema.type), asc(sqliteSchema.name)),
);
const selectEntry = defineQuery(({ name }: Parameters<{ name: string }>) =>
  build.select(entryColumns).from(sqliteSchema).where(eq(sqliteSchema.name, name)),
);

/** Returns the version of the last step; 0 without steps. */
export const newestVersion = (steps: readonly Migration[]) => steps.at(-1)?.version ?? 0;

/** Schema version that this program reads and writes. */
export const SCHEMA_VERSION = newestVersion(migrations);

/** Returns true when {@link migrate} would change the library. */
export const isOutdated = (database: Connection, steps: readonly Migration[]) =>
  readSchemaVersion(database) < newestVersion(steps);

/**
 * Migrates a library to the newest of `steps`, each step in one transaction. Copies a library with content to the
 * backup folder first. The caller must hold the library lock.
 *
 * @param programVersion recorded with each step; without it, no version stays recorded
 * @throws StorageError `damaged` when an applied or pending step differs from the released one
 */
export function migrate(
  database: Connection,
  paths: DataPaths,
  steps: readonly Migration[],
  programVersion?: string,
): void {
  const version = readSchemaVersion(database);
  refuseGaps(steps);
  if (version > 0) checkHistory(database, version, steps);
  const missing = steps.filter((step) => step.version > version);
  const texts = missing.map(migrationText);
  if (missing.length === 0) return;
  if (version > 0) backUp(database, paths, `before-schema-${newestVersion(steps)}-${Date.now()}.db`);
  // A step may rebuild a table that others refer to; foreign keys are checked before the commit.
  database.pragma('foreign_keys = OFF');
  try {
    missing.forEach((step, index) => {
      applyMigration(database, step, texts[index] as string, programVersion);
    });
  } finally {
    database.pragma('foreign_keys = ON');
  }
}

/** Refuses gaps: later steps would run on a schema they were not written for. */
function refuseGaps(steps: readonly Migration[]): void {
  const gap = steps.find((step, index) => index > 0 && step.version !== (steps[index - 1] as Migration).version + 1);
  if (gap !== undefined)
    throw new StorageError(
      'damaged',
      `Schema step ${gap.version - 1} is missing from this program. Install the program again.`,
    );
}

function migrationText(migration: Migration): string {
  const text = readFileSync(migration.file, 'utf8');
  if (createHash('sha256').update(text).digest('hex') !== migration.sha256)
    throw new StorageError(
      'damaged',
      `The file of schema step ${migration.version} differs from the released one. Install the program again.`,
    );
  return text;
}

function applyMigration(
  database: Connection,
  { version, sha256, derive }: Migration,
  text: string,
  programVersion?: string,
): void {
  const step = database.transaction(() => {
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.exec(CREATE_SCHEMA_MIGRATIONS);
    database.exec(text);
    derive?.(database);
    const statements = new Statements(database);
    statements.run(insertMigration, { version, sha256, appliedAt: Date.now() });
    statements.run(deleteMeta, { key: 'program_version' });
    if (programVersion !== undefined) statements.run(insertMeta, { key: 'program_version', value: programVersion });
    database.pragma(`user_version = ${version}`);
    const dangling = (database.pragma('foreign_key_check') as unknown[]).length;
    if (dangling > 0)
      throw new StorageError(
        'damaged',
        `Schema step ${version} leaves ${dangling} dangling references. The library was not changed.`,
      );
  });
  step.immediate();
}

/** Table, index or trigger as SQLite lists it. */
export type SchemaEntry = Row<typeof entryColumns>;

/** Schema objects of a database in a fixed order. */
export const readSchema = (database: Connection): SchemaEntry[] => new Statements(database).all(selectEntries);

/** Schema objects of an unmodified library of a version. */
export function buildSchema(version: number): SchemaEntry[] {
  const database = openMemory();
  try {
    for (const step of migrations) if (step.version <= version) applyMigration(database, step, migrationText(step));
    return readSchema(database);
  } finally {
    database.close();
  }
}

/** Copies the library, completely or not at all. */
function backUp(database: Connection, { tmp, backups }: DataPaths, name: string): void {
  const draft = join(tmp, `${DRAFT_PREFIX}${randomBytes(8).toString('hex')}.db`);
  try {
    makePrivateFile(draft);
    database.prepare('VACUUM INTO ?').run(draft);
    syncFile(draft);
    renameSync(draft, join(backups, name));
    syncFile(backups);
  } finally {
    rmSync(draft, { force: true });
  }
}

function checkHistory(database: Connection, version: number, steps: readonly Migration[]): void {
  const statements = new Statements(database);
  const known = statements.get(selectEntry, { name: 'schema_migrations' });
  const applied = known === undefined ? [] : statements.all(selectMigrations);
  const text = (list: readonly Pick<Migration, 'version' | 'sha256'>[]) =>
    list
      .map((step) => `${step.version} ${step.sha256}`)
      .sort()
      .join();
  if (text(applied) !== text(steps.filter((step) => step.version <= version)))
    throw new StorageError(
      'damaged',
      `The library has schema ${version}, but its list of schema steps differs from the released ones. Restore a backup.`,
    );
}
