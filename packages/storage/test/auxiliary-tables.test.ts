import { join } from 'node:path';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { expect, it } from 'vitest';
import { CREATE_OBJECTS, objects } from '../src/archive/known-objects.js';
import { CREATE_EXPORT_TABLES, exportNames, exportPlaces } from '../src/export/export-tables.js';
import { type Connection, openSqlite } from '../src/library/driver.js';
import { SelectionReader } from '../src/reports/selection.js';
import { SELECTED_TABLES } from '../src/reports/selection-tables.js';
import { searchIndex, searchIndexSizes } from '../src/search/search-tables.js';
import { openIn, temporaryDirectory } from './support.js';

/** Returns the columns of a table in a database. */
const readColumns = (database: Connection, table: SQLiteTable) =>
  (database.pragma(`table_info(${getTableName(table)})`) as { name: string; type: string; pk: number }[]).map(
    ({ name, type, pk }) => ({ name, type, isKey: pk > 0 }),
  );

/** Returns the columns of a table as statements name them. */
function listColumns(table: SQLiteTable) {
  const keys = getTableConfig(table).primaryKeys.flatMap(({ columns }) => columns.map(({ name }) => name));
  return Object.values(getTableColumns(table)).map((column) => ({
    name: column.name,
    type: column.getSQLType().toUpperCase(),
    isKey: column.primary || keys.includes(column.name),
  }));
}

it('the tables of selections, exports and known objects have the columns that statements name', () => {
  const database = openSqlite(':memory:');
  try {
    new SelectionReader(database).begin();
    database.exec(`${CREATE_EXPORT_TABLES}; ${CREATE_OBJECTS}`);
    const selected = Object.values(SELECTED_TABLES).map((tables) => tables.selected);
    for (const table of [...selected, exportNames, exportPlaces, objects])
      expect(readColumns(database, table)).toEqual(listColumns(table));
  } finally {
    database.close();
  }
});

it('the full-text index has the columns that statements name', () => {
  const dataDir = temporaryDirectory();
  openIn(dataDir).close();
  const database = openSqlite(join(dataDir, 'notes.db'), { readonly: true });
  try {
    // FTS5 declares no types, and the key of a row is not among the declared columns.
    const declared = readColumns(database, searchIndex).map(({ name }) => name);
    expect(['rowid', ...declared]).toEqual(listColumns(searchIndex).map(({ name }) => name));
    expect(readColumns(database, searchIndexSizes)).toEqual(listColumns(searchIndexSizes));
  } finally {
    database.close();
  }
});
