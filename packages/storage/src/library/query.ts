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

/** Columns of a result. */
interface ResultColumns {
  readonly names: readonly string[];
  /** Conversions of the columns, in their order; undefined when all values are SQLite's own. */
  readonly decoders: readonly (Decoder | undefined)[] | undefined;
}

function toResultColumns(fields: readonly SelectedField[]): ResultColumns {
  const decoders = fields.map(({ field }) => findDecoder(field));
  return {
    names: fields.map(({ path }) => path.join('.')),
    decoders: decoders.some((decoder) => decoder !== undefined) ? decoders : undefined,
  };
}

/** Text and parameters of a statement, independent of any connection. */
export class CompiledQuery {
  readonly text: string;
  /** Names of the columns of the result; undefined for a statement without rows. */
  readonly names: readonly string[] | undefined;
  readonly #decoders: ResultColumns['decoders'];
  /** Names of the values in the order of the parameters; undefined for those of `#constants`. */
  readonly #valueNames: readonly (string | undefined)[];
  readonly #constants: readonly unknown[];

  constructor({ sql: text, params }: QueryText, columns?: ResultColumns) {
    this.text = text;
    this.names = columns?.names;
    this.#decoders = columns?.decoders;
    this.#valueNames = params.map((parameter) => (is(parameter, Placeholder) ? parameter.name : undefined));
    this.#constants = params;
  }

  /**
   * Returns the values in the order of the parameters. Booleans are stored as 0 and 1.
   *
   * @throws TypeError when a value is missing
   */
  bind(values: Readonly<Record<string, unknown>> = {}): unknown[] {
    const bound = [...this.#constants];
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
    const decoder = this.#decoders?.[0];
    const [value] = columns;
    return decoder === undefined || value === null ? value : decoder.mapFromDriverValue(value);
  }

  /** Converts a row from the columns that SQLite returns. */
  toRow(columns: readonly unknown[]): unknown {
    const names = this.names as readonly string[];
    const decoders = this.#decoders;
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) {
      const decoder = decoders?.[index];
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
    return new CompiledQuery(query, fields && toResultColumns(fields)) as never;
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

/** Returns columns with their tables, as the list of a subquery. */
export const listColumns = (columns: readonly SQLiteColumn[]): SQL =>
  sql.join(
    columns.map((column) => sql`${column}`),
    sql.raw(', '),
  );

/** Returns the bare names of columns, as the column list of an `INSERT` requires them. */
export const names = (...columns: readonly SQLiteColumn[]): SQL =>
  sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql.raw(', '),
  );

/** Returns a constant as a part of the text: only constants match the condition of a partial index. */
export const literal = <Value extends number | string>(value: Value): SQL<Value> => sql<Value>`${value}`.inlineParams();

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
  const compile = () => {
    const { list, columns } = selectFields(fields);
    return new CompiledQuery(dialect.sqlToQuery(write(list)), columns);
  };
  return { prepare: compile as never };
}

/** Columns of a result with their list in a statement. */
interface Selection {
  readonly list: SQL;
  readonly columns: ResultColumns;
}

/** Selections of fields that statements whose text depends on input use repeatedly. */
const selections = new WeakMap<Fields, Selection>();

function selectFields(fields: Fields): Selection {
  const known = selections.get(fields);
  if (known !== undefined) return known;
  const entries = Object.entries(fields);
  const written = sql.join(
    entries.map(([, field]) => sql`${field}`),
    sql.raw(', '),
  );
  const { sql: text, params } = dialect.sqlToQuery(written);
  const columns = toResultColumns(entries.map(([name, field]) => ({ path: [name], field })));
  const selection = { list: params.length === 0 ? sql.raw(text) : written, columns };
  selections.set(fields, selection);
  return selection;
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

/** Bound values of every name. */
export const parameters = new Proxy({}, { get: (_target, name) => sql`${sql.placeholder(String(name))}` });

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
