import { join } from 'node:path';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import { type Connection, openSqlite } from '../src/library/driver.js';
import { CREATE_HOLDERS, holders, schemaMigrations, sqliteSchema } from '../src/library/system-tables.js';
import * as schema from '../src/schema.js';
import { searchFts } from '../src/search/full-text-table.js';
import { openIn, temporaryDirectory } from './support.js';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

function withDatabase<T>(work: (database: Connection) => T): T {
  const dataDir = temporaryDirectory();
  openIn(dataDir).close();
  const database = openSqlite(join(dataDir, 'notes.db'), { readonly: true });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const OWN_TABLES = `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
  AND name NOT IN ('sqlite_schema', 'sqlite_sequence') ORDER BY name`;
const tables = Object.values(schema).filter((value) => is(value, SQLiteTable));

/** Describes the columns that a database has. */
const describeStored = (columns: readonly Column[]) =>
  columns.map(({ name, type, notnull, pk }) => ({ column: name, type, required: notnull + pk > 0, key: pk > 0 }));

/** Describes the columns that a definition has. */
function describeTyped(table: SQLiteTable) {
  const keys = getTableConfig(table).primaryKeys.flatMap(({ columns }) => columns.map(({ name }) => name));
  return Object.values(getTableColumns(table)).map((column) => ({
    column: column.name,
    type: column.getSQLType().toUpperCase(),
    required: column.notNull,
    key: column.primary || keys.includes(column.name),
  }));
}

describe('the schema', () => {
  it('equals the tables of drizzle: every column with its type, nullability and key', () => {
    const real = withDatabase((database) => {
      const names = database.prepare(OWN_TABLES).pluck().all() as string[];
      return names.map((name) => [name, database.pragma(`table_info(${name})`) as Column[]] as const);
    });
    const migrated = Object.fromEntries(real.map(([name, columns]) => [name, describeStored(columns)]));
    const typed = Object.fromEntries(tables.map((table) => [getTableName(table), describeTyped(table)]));
    const { schema_migrations: own, ...rest } = migrated;
    expect(describeTyped(schemaMigrations)).toEqual(own);
    expect(typed).toEqual(rest);
  });

  it('equals the definitions of the tables that SQLite keeps: the full-text index and its own schema', () => {
    const names = (table: SQLiteTable) => Object.values(getTableColumns(table)).map(({ name }) => name);
    const [indexed, listed] = withDatabase((database) =>
      ['SELECT rowid, * FROM search_fts', 'SELECT type, name, tbl_name, sql FROM sqlite_schema'].map((text) =>
        database
          .prepare(text)
          .columns()
          .map(({ name }) => name),
      ),
    );
    expect(names(searchFts)).toEqual(indexed);
    expect(names(sqliteSchema)).toEqual(listed);
  });

  it('equals the definition of the table in a lock file', () => {
    const database = openSqlite(':memory:');
    database.exec(CREATE_HOLDERS);
    const columns = database.pragma('table_info(holder)') as Column[];
    database.close();
    expect(describeTyped(holders)).toEqual(describeStored(columns));
  });

  it('is strict in every table', () => {
    const loose = withDatabase((database) =>
      database
        .prepare(`SELECT name FROM pragma_table_list WHERE strict = 0 AND type = 'table' AND name IN (${OWN_TABLES})`)
        .pluck()
        .all(),
    );
    expect(loose).toEqual([]);
  });

  it('has an index for every foreign key except that of notebooks, which are few', () => {
    const unindexed = withDatabase((database) => {
      const found: string[] = [];
      for (const table of database.prepare(OWN_TABLES).pluck().all() as string[]) {
        const leading = new Set(
          (database.pragma(`index_list(${table})`) as { name: string; partial: number }[])
            .filter(({ partial }) => partial === 0)
            .map(({ name }) => (database.pragma(`index_info(${name})`) as { name: string }[])[0]?.name),
        );
        // The primary key of a table needs no index.
        const columns = database.pragma(`table_info(${table})`) as { name: string; pk: number }[];
        for (const { name, pk } of columns) if (pk === 1) leading.add(name);
        for (const { from } of database.pragma(`foreign_key_list(${table})`) as { from: string }[])
          if (!leading.has(from)) found.push(`${table}.${from}`);
      }
      return found;
    });
    expect(unindexed).toEqual(['notebooks.parent_pk']);
  });
});
