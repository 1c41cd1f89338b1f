import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { asc } from 'drizzle-orm';
import { asFileError, StorageError } from '../errors.js';
import { LinkWriter } from '../links/link-writer.js';
import { hasApplied } from './applied-steps.js';
import { APPLICATION_ID, type Connection, openMemory, readSchemaVersion } from './connection.js';
import { type DataPaths, DRAFT_PREFIX, makePrivateFile, syncFile } from './files.js';
import { deleteMeta, insertMeta } from './meta.js';
import { build, defineQuery, type Parameters, type Row } from './query.js';
import { schemaSteps } from './schema-steps.js';
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

/** Resolves links again by the rule of this version. */
const resolveLinks = (database: Connection) => new LinkWriter(makeHandle(database)).refreshAll();

const derivations: Readonly<Partial<Record<number, Migration['derive']>>> = { 24: resolveLinks };

/** Migrations in order, without gaps. */
export const migrations: readonly Migration[] = schemaSteps.map(({ version, name, sha256 }) => {
  const derive = derivations[version];
  return { version, file: new URL(`../../migrations/${name}`, import.meta.url), sha256, ...(derive && { derive }) };
});

const insertMigration = defineQuery(
  ({ version, sha256, appliedAt }: Parameters<Required<typeof schemaMigrations.$inferInsert>>) =>
    build.insert(schemaMigrations).values({ version, sha256, appliedAt }),
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

/** Returns the version of the last step; 0 without steps. */
export const newestVersion = (steps: readonly Migration[]) => steps.at(-1)?.version ?? 0;

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

/**
 * Copies the library, completely or not at all.
 *
 * @throws StorageError `full` with the space that the copy needs
 */
function backUp(database: Connection, { tmp, backups }: DataPaths, name: string): void {
  const draft = join(tmp, `${DRAFT_PREFIX}${randomBytes(8).toString('hex')}.db`);
  try {
    makePrivateFile(draft);
    database.prepare('VACUUM INTO ?').run(draft);
    syncFile(draft);
    renameSync(draft, join(backups, name));
    syncFile(backups);
  } catch (error) {
    const refused = asFileError(error);
    if (refused instanceof StorageError && refused.reason === 'full') throw noSpaceError(database, error);
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function noSpaceError(database: Connection, cause: unknown): StorageError {
  const readNumber = (pragma: string) => database.pragma(pragma, { simple: true }) as number;
  const bytes = (readNumber('page_count') - readNumber('freelist_count')) * readNumber('page_size');
  return new StorageError(
    'full',
    `The library was made by an older version, and the disk has no space for the copy that an upgrade makes first. Free ${Math.ceil(bytes / (1024 * 1024)) + 1} MiB and try again.`,
    cause,
  );
}

function checkHistory(database: Connection, version: number, steps: readonly Migration[]): void {
  const expected = steps.filter((step) => step.version <= version);
  if (!hasApplied(database, expected))
    throw new StorageError(
      'damaged',
      `The library has schema ${version}, but its list of schema steps differs from the released ones. Restore a backup.`,
    );
}
