import { is, noopDecoder, Placeholder, type Query as QueryText, SQL, sql } from 'drizzle-orm';
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

/** Columns of a row in the order of its fields, to make its object from. */
// biome-ignore lint/suspicious/noExplicitAny: types of columns follow from their names, whose order is checked.
export type Columns = readonly any[];

/** Makes the object of a row. */
type MakeRow<Found> = (columns: Columns) => Found;

/** Bound value of a statement: fixed, or given by name at each execution. */
type Slot = { readonly name: string } | { readonly name: undefined; readonly value: unknown };

interface SelectedField {
  readonly path: readonly string[];
  readonly field: unknown;
}

type Decoder = { mapFromDriverValue(value: unknown): unknown };

const dialect = new SQLiteSyncDialect();

/** Columns of a result: their names, and the conversions of those whose values are not SQLite's own. */
interface ResultColumns {
  readonly names: readonly string[];
  readonly decoders: readonly { readonly index: number; readonly decoder: Decoder }[];
}

const toResultColumns = (fields: readonly SelectedField[]): ResultColumns => ({
  names: fields.map(({ path }) => path.join('.')),
  decoders: fields.flatMap(({ field }, index) => {
    const decoder = findDecoder(field);
    return decoder === undefined ? [] : { index, decoder };
  }),
});

/**
 * Hides the value of a bound limit from the planner. It would look at the value, and SQLite would then compile the
 * statement again at each execution, which costs more than most executions.
 */
const hideLimits = (text: string): string => text.replace(/\blimit \?/gi, '$& + 0');

const NO_COLUMNS: ResultColumns = { names: [], decoders: [] };

/** Text and parameters of a statement, independent of any connection. */
export class CompiledQuery {
  readonly text: string;
  /** Names of the columns of the result; undefined for a statement without rows. */
  readonly names: readonly string[] | undefined;
  readonly #make: MakeRow<unknown>;
  readonly #decoders: ResultColumns['decoders'];
  readonly #slots: readonly Slot[];

  constructor({ sql: text, params }: QueryText, columns?: ResultColumns, make?: MakeRow<unknown>) {
    const { names, decoders } = columns ?? NO_COLUMNS;
    this.text = hideLimits(text);
    this.names = columns?.names;
    this.#make = make === undefined ? makeByNames(names) : checkOrder(make, names);
    this.#decoders = decoders;
    this.#slots = params.map((value) => (is(value, Placeholder) ? { name: value.name } : { name: undefined, value }));
  }

  /**
   * Returns the values in the order of the parameters. Booleans are stored as 0 and 1.
   *
   * @throws TypeError when a value is missing
   */
  bind(values: Readonly<Record<string, unknown>> = {}): unknown[] {
    const bound: unknown[] = [];
    for (const slot of this.#slots) {
      const value = slot.name === undefined ? slot.value : values[slot.name];
      if (value === undefined) throw new TypeError(`Value "${slot.name}" is missing for: ${this.text}`);
      bound.push(typeof value === 'boolean' ? Number(value) : value);
    }
    return bound;
  }

  /** Converts the first column of a row. */
  toFirst(columns: unknown[]): unknown {
    this.#decode(columns);
    return columns[0];
  }

  /** Converts a row from the columns that SQLite returns. */
  toRow(columns: unknown[]): unknown {
    this.#decode(columns);
    return this.#make(columns);
  }

  #decode(columns: unknown[]): void {
    for (const { index, decoder } of this.#decoders) {
      const value = columns[index];
      if (value !== null) columns[index] = decoder.mapFromDriverValue(value);
    }
  }
}

const makeByNames =
  (names: readonly string[]): MakeRow<unknown> =>
  (columns) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) row[names[index] as string] = columns[index];
    return row;
  };

/**
 * Checks that a function makes rows with each column under its name.
 *
 * @throws TypeError when the order differs
 */
function checkOrder(make: MakeRow<unknown>, names: readonly string[]): MakeRow<unknown> {
  const row = make(names) as Readonly<Record<string, unknown>>;
  const wrong = names.find((name) => row[name] !== name);
  if (wrong !== undefined)
    throw new TypeError(`Column "${wrong}" is not where the function that makes rows expects it`);
  return make;
}

/** Returns the conversion of a column or of `mapWith`; undefined when SQLite's own value is the result. */
function findDecoder(field: unknown): Decoder | undefined {
  if (is(field, SQL.Aliased)) return findDecoder(field.sql);
  if (is(field, SQL)) {
    // The types of drizzle leave this member out.
    const { decoder } = field as unknown as { readonly decoder: Decoder };
    return decoder === noopDecoder ? undefined : decoder;
  }
  return is(field, SQLiteColumn) && field.dataType === 'boolean' ? booleanDecoder : undefined;
}

/** Does the same as the column, but a column of an alias is a proxy, which is slow. */
const booleanDecoder: Decoder = { mapFromDriverValue: (value) => value === 1 };

/** Session that compiles statements and executes none: `Statements` executes them on a connection. */
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

/**
 * Writes a query that the builder cannot express.
 *
 * @param fields columns of the result, by name
 * @param write returns the text; its argument is the list of `fields`, to be put after `SELECT` or `RETURNING`
 * @param make makes the object of a row, as a literal: V8 fills a shape that it knows ten times as fast as a loop over
 *   names does. Meant for rows that are read by the thousand
 */
export function rows<Selected extends Fields>(
  fields: Selected,
  write: (list: SQL) => SQL,
  make?: MakeRow<Row<Selected>>,
): { prepare(): { all(): Row<Selected>[] } } {
  const compile = () => {
    const { list, columns } = selectFields(fields);
    return new CompiledQuery(dialect.sqlToQuery(write(list)), columns, make);
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
  const written = listColumns(Object.values(fields));
  const { sql: text, params } = dialect.sqlToQuery(written);
  const columns = toResultColumns(entries.map(([name, field]) => ({ path: [name], field })));
  const selection = { list: params.length === 0 ? sql.raw(text) : written, columns };
  selections.set(fields, selection);
  return selection;
}

/** Lists columns by their bare names, as `INSERT INTO` and `UPDATE … SET` require. */
export const names = (...columns: readonly SQLiteColumn[]): SQL =>
  sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql.raw(', '),
  );

/** Lists columns with their tables, or expressions, as `SELECT` requires. */
export const listColumns = (columns: readonly Fields[string][]): SQL =>
  sql.join(
    columns.map((column) => sql`${column}`),
    sql.raw(', '),
  );

/** Returns a constant as a part of the text: only constants match the condition of a partial index. */
export const literal = <Value extends number | string>(value: Value): SQL<Value> => sql<Value>`${value}`.inlineParams();

/** Returns the value that an insert would have stored in a column, for `ON CONFLICT DO UPDATE`. */
export const getExcludedValue = (column: SQLiteColumn): SQL => sql`excluded.${sql.identifier(column.name)}`;

/** Bytes of a column as lower-case hexadecimal digits. */
export const toHex = (column: SQLiteColumn): SQL<string> => sql<string>`lower(hex(${column}))`;

/** Writes a query for the value of an expression. */
export const evaluate = <Value>(value: SQL<Value>) => rows({ value }, (list) => sql`SELECT ${list}`);

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
