import { join } from 'node:path';
import { getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import { type Connection, openSqlite } from '../src/library/driver.js';
import { CREATE_HOLDERS, holders, schemaMigrations, sqliteSchema } from '../src/library/system-tables.js';
import * as schema from '../src/schema.js';
import { searchIndex } from '../src/search/search-tables.js';
import * as receivedOperations from '../src/sync/received-operations-schema.js';
import * as syncKeys from '../src/sync-keys/schema.js';
import { openIn, temporaryDirectory } from './support.js';
import { listTables, OWN_TABLES, readDefinedTables, readTables } from './table-columns.js';

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

describe('the schema', () => {
  it('equals the tables of drizzle: every column with its type, nullability and key', () => {
    const { schema_migrations: own, ...rest } = withDatabase(readTables);
    expect(listTables({ schemaMigrations })).toEqual({ schema_migrations: own });
    expect(listTables(schema)).toEqual(rest);
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
    expect(names(searchIndex)).toEqual(indexed);
    expect(names(sqliteSchema)).toEqual(listed);
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

describe('the tables of drizzle', () => {
  it('equal those of a file of received operations', () => {
    expect(listTables(receivedOperations)).toEqual(readDefinedTables(receivedOperations.RECEIVED_OPERATIONS_DDL));
  });

  it('equal that of a lock file', () => {
    expect(listTables({ holders })).toEqual(readDefinedTables(CREATE_HOLDERS));
  });

  it('equal those of keys/sync.db', () => {
    expect(listTables(syncKeys)).toEqual(readDefinedTables(syncKeys.SYNC_KEYS_DDL));
  });
});
