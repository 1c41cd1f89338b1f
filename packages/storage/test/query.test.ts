import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { expect, it, onTestFinished } from 'vitest';
import { openSqlite } from '../src/library/driver.js';
import { build, defineQuery, getExcludedValue, names, type Parameters, rows } from '../src/library/query.js';
import { Statements } from '../src/library/statements.js';
import { meta, notebooks } from '../src/schema.js';

function openStatements(ddl: string): Statements {
  const database = openSqlite(':memory:');
  onTestFinished(() => {
    database.close();
  });
  database.exec(ddl);
  return new Statements(database);
}

const META = 'CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)';
const keep = defineQuery(({ key, value }: Parameters<{ key: string; value: string }>) =>
  build
    .insert(meta)
    .values({ key, value })
    .onConflictDoUpdate({ target: meta.key, set: { value: getExcludedValue(meta.value) } }),
);
const m = alias(meta, 'm');

it('an upsert with excluded stores the new value', () => {
  const statements = openStatements(META);
  statements.run(keep, { key: 'a', value: 'old' });
  statements.run(keep, { key: 'a', value: 'new' });
  const select = defineQuery(() => build.select().from(meta));
  expect(statements.all(select)).toEqual([{ key: 'a', value: 'new' }]);
});

it('names lists columns without their table, as INSERT requires', () => {
  const statements = openStatements(META);
  const insert = defineQuery(
    ({ key }: Parameters<{ key: string }>) =>
      sql`INSERT OR REPLACE INTO ${meta} (${names(meta.value, meta.key)}) VALUES ('value', ${key})`,
  );
  expect(statements.run(insert, { key: 'a' }).changes).toBe(1);
  expect(statements.value(defineQuery(() => build.select({ key: meta.key }).from(meta)))).toBe('a');
});

it('a column with mapWith is converted in rows and single values, and null stays null', () => {
  const statements = openStatements(META);
  statements.run(keep, { key: 'a', value: '[1]' });
  const parse = (json: string): number[] => JSON.parse(json);
  const select = defineQuery(() =>
    rows(
      {
        list: sql`${m.value}`.mapWith(parse),
        isA: sql`${m.key} = 'a'`.mapWith(Boolean),
        none: sql`NULL`.mapWith(parse),
      },
      (list) => sql`SELECT ${list} FROM ${meta} ${m}`,
    ),
  );
  expect(statements.get(select)).toEqual({ list: [1], isA: true, none: null });
  expect(statements.value(select)).toEqual([1]);
});

it('a boolean column of an alias is a boolean in rows', () => {
  const statements = openStatements('CREATE TABLE notebooks (builtin INTEGER, read_only INTEGER)');
  const n = alias(notebooks, 'n');
  statements.run(defineQuery(() => sql`INSERT INTO ${notebooks} VALUES (1, 0)`));
  const select = defineQuery(() => build.select({ builtin: n.builtin, readOnly: n.readOnly }).from(n));
  expect(statements.get(select)).toEqual({ builtin: true, readOnly: false });
});

it('a literal for rows throws TypeError when its order differs from the fields', () => {
  const select = defineQuery(() =>
    rows(
      { key: m.key, value: m.value },
      (list) => sql`SELECT ${list} FROM ${meta} ${m}`,
      ([value, key]) => ({ key, value }),
    ),
  );
  expect(() => select.compiled).toThrow(
    new TypeError('Column "key" is not where the function that makes rows expects it'),
  );
});

it('a missing value throws TypeError with its name', () => {
  const statements = openStatements(META);
  const select = defineQuery(({ key }: Parameters<{ key: string | undefined }>) =>
    build.select().from(meta).where(eq(meta.key, key)),
  );
  expect(() => statements.get(select, { key: undefined })).toThrow(/Value "key" is missing/);
});
