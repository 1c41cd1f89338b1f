import { eq } from 'drizzle-orm';
import type { Connection } from './driver.js';
import { build, defineQuery, type Parameters } from './query.js';
import type { SchemaStep } from './schema-steps.js';
import { Statements } from './statements.js';
import { schemaMigrations, sqliteSchema } from './system-tables.js';

const selectApplied = defineQuery(() =>
  build.select({ version: schemaMigrations.version, sha256: schemaMigrations.sha256 }).from(schemaMigrations),
);
const selectTable = defineQuery(({ name }: Parameters<{ name: string }>) =>
  build.select({ name: sqliteSchema.name }).from(sqliteSchema).where(eq(sqliteSchema.name, name)),
);

/** Returns true when a library records exactly these steps as applied. */
export function hasApplied(database: Connection, steps: readonly Pick<SchemaStep, 'version' | 'sha256'>[]): boolean {
  const statements = new Statements(database);
  const known = statements.get(selectTable, { name: 'schema_migrations' });
  const applied = known === undefined ? [] : statements.all(selectApplied);
  return toText(applied) === toText(steps);
}

const toText = (steps: readonly Pick<SchemaStep, 'version' | 'sha256'>[]) =>
  steps
    .map(({ version, sha256 }) => `${version} ${sha256}`)
    .sort()
    .join();
