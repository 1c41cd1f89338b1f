import { is, Placeholder, type Query as QueryText, type SQL, sql } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { BaseSQLiteDatabase, SQLiteColumn, SQLiteSession, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';

/** Result of a statement that writes. */
export interface RunResult {
  /** Number of rows that the statement inserted, updated or deleted. */
  readonly changes: number;
  /** Key of the row that the statement inserted last. */
  readonly lastInsertRowid: number;
}

/** Bound values of a statement, by name, as its text refers to them. */
export type Parameters<Values> = { readonly [Name in keyof Values]: SQL<Values[Name]> };

/** Columns of a result, by name: columns of tables, or expressions. */
export type Fields = Readonly<Record<string, SQLiteColumn | SQL | SQL.Aliased>>;

/** Row of a result with these columns. */
export type Row<Selected extends Fields> = SelectResultFields<Selected>;

/** Statement as it is written: with the query builder, with {@link rows}, or a template without a result. */
export type Statement = { prepare(): { all(): unknown } } | SQL;

/** Type of the rows of a statement; never when it has no result. */
type Result<Written extends Statement> = Written extends { prepare(): { all(): readonly (infer Found)[] } }
  ? Found
  : never;

interface SelectedField {
  readonly path: readonly string[];
  readonly field: unknown;
}

type Decoder = { mapFromDriverValue(value: unknown): unknown };

const dialect = new SQLiteSyncDialect();

/** Text and parameters of a statement, independent of any connection. */
export class CompiledQuery {
  readonly text: string;
  /** Names of the columns of the result; undefined for a statement without rows. */
  readonly names: readonly string[] | undefined;
  readonly #decoders: readonly (Decoder | undefined)[];
  readonly #parameters: readonly unknown[];
  /** Name of the value at each position; undefined for a constant. */
  readonly #valueNames: readonly (string | undefined)[];

  constructor({ sql: text, params }: QueryText, fields?: readonly SelectedField[]) {
    this.text = text;
    this.names = fields?.map(({ path }) => path.join('.'));
    this.#decoders = fields?.map(({ field }) => findDecoder(field)) ?? [];
    this.#parameters = params;
    this.#valueNames = params.map((parameter) => (is(parameter, Placeholder) ? parameter.name : undefined));
  }

  /**
   * Returns the values in the order of the parameters. Booleans are stored as 0 and 1.
   *
   * @throws TypeError when a value is missing
   */
  bind(values: Readonly<Record<string, unknown>> = {}): unknown[] {
    const bound = this.#parameters.slice();
    for (let index = 0; index < bound.length; index++) {
      const name = this.#valueNames[index];
      if (name === undefined) continue;
      const value = values[name];
      if (value === undefined) throw new TypeError(`Value "${name}" is missing for: ${this.text}`);
      bound[index] = typeof value === 'boolean' ? Number(value) : value;
    }
    return bound;
  }

  /** Converts the first column of a row. */
  toFirst(columns: readonly unknown[]): unknown {
    const [decoder] = this.#decoders;
    const [value] = columns;
    return decoder === undefined || value === null ? value : decoder.mapFromDriverValue(value);
  }

  /** Converts a row from the columns that SQLite returns. */
  toRow(columns: readonly unknown[]): unknown {
    const names = this.names as readonly string[];
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) {
      const decoder = this.#decoders[index];
      const value = columns[index];
      row[names[index] as string] = decoder === undefined || value === null ? value : decoder.mapFromDriverValue(value);
    }
    return row;
  }
}

/** Returns the conversion of a column; undefined when SQLite's own value is the result. */
function findDecoder(field: unknown): Decoder | undefined {
  return is(field, SQLiteColumn) && field.dataType === 'boolean' ? field : undefined;
}

/** Session that compiles statements and executes none: {@link Statements} executes them on a connection. */
class CompilingSession extends SQLiteSession<'sync', RunResult, Record<string, never>, Record<string, never>> {
  override prepareQuery(query: QueryText, fields?: readonly SelectedField[]): never {
    return new CompiledQuery(query, fields) as never;
  }

  override transaction(): never {
    throw new TypeError('Transactions belong to the store');
  }
}

/** Query builder without a connection, to write statements with. */
export const build = new BaseSQLiteDatabase<'sync', RunResult>(
  'sync',
  dialect,
  new CompilingSession(dialect as never),
  undefined,
);

/**
 * Writes a query that the builder cannot express.
 *
 * @param fields columns of the result, by name
 * @param write returns the text; its argument is the list of `fields`, to be put after `SELECT` or `RETURNING`
 */
export function rows<Selected extends Fields>(
  fields: Selected,
  write: (list: SQL) => SQL,
): { prepare(): { all(): Row<Selected>[] } } {
  const entries = Object.entries(fields);
  const list = sql.join(
    entries.map(([, field]) => sql`${field}`),
    sql.raw(', '),
  );
  const compile = () =>
    new CompiledQuery(
      dialect.sqlToQuery(write(list)),
      entries.map(([name, field]) => ({ path: [name], field })),
    );
  return { prepare: compile as never };
}

/** Statement on the tables of the schema, compiled at its first use. */
export class Query<Found, Values> {
  readonly #write: () => Statement;
  #compiled: CompiledQuery | undefined;
  /** Types of the rows and of the bound values. These members have no content. */
  declare readonly types: { readonly found: Found; readonly values: Values };

  constructor(write: () => Statement) {
    this.#write = write;
  }

  get compiled(): CompiledQuery {
    this.#compiled ??= compile(this.#write());
    return this.#compiled;
  }
}

function compile(statement: Statement): CompiledQuery {
  return 'prepare' in statement
    ? (statement.prepare() as unknown as CompiledQuery)
    : new CompiledQuery(dialect.sqlToQuery(statement));
}

const parameters = new Proxy({}, { get: (_target, name) => sql`${sql.placeholder(String(name))}` });

/**
 * Defines a statement of fixed text.
 *
 * @param write returns the statement; its argument holds the bound values by name. Called once, at the first use.
 */
export function defineQuery<Written extends Statement, Values = Record<never, never>>(
  write: (parameters: Parameters<Values>) => Written,
): Query<Result<Written>, Values> {
  return new Query(() => write(parameters as Parameters<Values>));
}

/** Wraps a statement whose text and values are decided at run time. */
export const dynamicQuery = <Written extends Statement>(
  statement: Written,
): Query<Result<Written>, Record<never, never>> => new Query(() => statement);

/** Names of columns without their table, as `INSERT INTO` and `SET` require them. */
export const names = (...columns: readonly SQLiteColumn[]): SQL =>
  sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql.raw(', '),
  );

/** Value of a column in the row that conflicts with a stored one, for `DO UPDATE`. */
export const getExcludedValue = (column: SQLiteColumn): SQL => sql`excluded.${sql.identifier(column.name)}`;

/** Bytes of a column as lower-case hexadecimal digits. */
export const toHex = (column: SQLiteColumn): SQL<string> => sql<string>`lower(hex(${column}))`;

/** Writes a query for the value of an expression. */
export const evaluate = <Value>(value: SQL<Value>) => rows({ value }, (list) => sql`SELECT ${list}`);
