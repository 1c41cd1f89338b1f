import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Connection, openSqlite } from '../src/library/driver.js';

interface Column {
  readonly column: string;
  readonly type: string;
  readonly required: boolean;
  readonly key: boolean;
}
type Tables = Readonly<Record<string, readonly Column[]>>;

export const OWN_TABLES = `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
  AND name NOT IN ('sqlite_schema', 'sqlite_sequence') ORDER BY name`;

/** Reads the columns of all tables of a database, computed ones included. */
export function readTables(database: Connection): Tables {
  const names = database.prepare(OWN_TABLES).pluck().all() as string[];
  return Object.fromEntries(names.map((name) => [name, readColumns(database, name)]));
}

function readColumns(database: Connection, table: string): Column[] {
  const columns = database.pragma(`table_xinfo(${table})`) as {
    name: string;
    type: string;
    notnull: number;
    pk: number;
  }[];
  return columns.map(({ name: column, type, notnull, pk }) => ({
    column,
    type,
    required: notnull + pk > 0,
    key: pk > 0,
  }));
}

/** Reads the columns of all tables that a text defines. */
export function readDefinedTables(ddl: string): Tables {
  const database = openSqlite(':memory:');
  try {
    database.exec(ddl);
    return readTables(database);
  } finally {
    database.close();
  }
}

/** Lists the columns of the tables among the exports of a module. */
export function listTables(module: object): Tables {
  const tables = Object.values(module).filter((value) => is(value, SQLiteTable));
  return Object.fromEntries(tables.map((table) => [getTableName(table), listColumns(table)]));
}

function listColumns(table: SQLiteTable): Column[] {
  const keys = getTableConfig(table).primaryKeys.flatMap(({ columns }) => columns.map(({ name }) => name));
  return Object.values(getTableColumns(table)).map((column) => ({
    column: column.name,
    type: column.getSQLType().toUpperCase(),
    required: column.notNull,
    key: column.primary || keys.includes(column.name),
  }));
}
