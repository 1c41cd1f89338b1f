import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APPLICATION_ID, type Connection } from './connection.js';
import { StorageError } from './errors.js';

interface Migration {
  readonly version: number;
  readonly file: string;
  /** SHA-256 of the file: a released migration never changes. */
  readonly sha256: string;
}

/** In order, without gaps. The first schema ever released is 12. */
export const migrations: readonly Migration[] = [
  { version: 12, file: '0012_initial.sql', sha256: 'a2a9711d20c8ad79b58fe8d73c1307e7a5b28dd77631f9b633299cb599201d3a' },
];

/** The schema this program reads and writes. */
export const SCHEMA_VERSION = (migrations.at(-1) as Migration).version;

function migrationText(migration: Migration): string {
  const text = readFileSync(new URL(`../migrations/${migration.file}`, import.meta.url), 'utf8');
  if (createHash('sha256').update(text).digest('hex') !== migration.sha256)
    throw new StorageError('damaged', `migration ${migration.file} is not the released one`);
  return text;
}

/**
 * Brings a library to {@link SCHEMA_VERSION}, each step in one transaction. A library with content is first
 * copied into `backupDir`. Call it with the library lock held.
 *
 * @throws StorageError `damaged` when a step the library has behind it is not the one released
 */
export function migrate(database: Connection, backupDir: string): void {
  const version = database.pragma('user_version', { simple: true }) as number;
  if (version > 0) checkHistory(database);
  const missing = migrations.filter((migration) => migration.version > version);
  if (missing.length === 0) return;
  if (version > 0)
    database.prepare('VACUUM INTO ?').run(join(backupDir, `before-schema-${SCHEMA_VERSION}-${Date.now()}.db`));
  for (const migration of missing) applyMigration(database, migration);
}

function applyMigration(database: Connection, migration: Migration): void {
  const text = migrationText(migration);
  database.transaction(() => {
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.exec(
      'CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, sha256 TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT',
    );
    database.exec(text);
    database
      .prepare('INSERT INTO schema_migrations VALUES (?, ?, ?)')
      .run(migration.version, migration.sha256, Date.now());
    database.pragma(`user_version = ${migration.version}`);
  })();
}

function checkHistory(database: Connection): void {
  const applied = database.prepare('SELECT version, sha256 FROM schema_migrations ORDER BY version').all() as Pick<
    Migration,
    'version' | 'sha256'
  >[];
  for (const { version, sha256 } of applied) {
    const known = migrations.find((migration) => migration.version === version);
    if (known === undefined || known.sha256 !== sha256)
      throw new StorageError('damaged', `schema step ${version} of the library is not the released one`);
  }
}
