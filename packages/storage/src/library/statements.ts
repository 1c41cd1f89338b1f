import type { Statement } from 'better-sqlite3';
import type { Capture } from '../sync/capture.js';
import type { Connection } from './connection.js';
import type { Orm } from './orm.js';
import type { CompiledQuery, Query, RunResult } from './query.js';

/** Shared context of all readers and writers on one connection. */
export interface Handle {
  readonly raw: Connection;
  readonly orm: Orm;
  /** Records a change in the journal; every writer calls it for each changed entity. */
  readonly journal: (entity: Entity, id: string, kind: ChangeKind) => void;
  /** Converts changes to sync operations; undefined while a library is being created. */
  readonly capture: Capture | undefined;
}

export type Entity = 'document' | 'notebook' | 'search_notebook' | 'tag' | 'resource' | 'source_bundle' | 'job';
/**
 * Kinds of changes. `links`: links of a note resolve differently after a change of another note or of a notebook.
 * `forget`: revisions of a note were deleted, none of them current.
 */
export type ChangeKind =
  | 'create'
  | 'update'
  | 'move'
  | 'tag'
  | 'rename'
  | 'attach'
  | 'trash'
  | 'restore'
  | 'purge'
  | 'delete'
  | 'provenance'
  | 'links'
  | 'forget';

/** Prepares statements once, at their first use: most processes need few of them. */
class TextStatements {
  readonly #raw: Connection;
  readonly #limit: number;
  readonly #prepared = new Map<string, Statement>();
  readonly #arrays = new Map<string, Statement>();

  /**
   * Creates an empty cache.
   *
   * @param limit maximum number of cached statements, for statements whose text depends on user input; the oldest is
   *   dropped first
   */
  constructor(raw: Connection, limit = Number.POSITIVE_INFINITY) {
    this.#raw = raw;
    this.#limit = limit;
  }

  #statement(sql: string): Statement {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      statement = this.#raw.prepare(sql);
      if (this.#prepared.size >= this.#limit) this.#prepared.delete(this.#prepared.keys().next().value as string);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }

  get<Row>(sql: string, ...parameters: unknown[]): Row | undefined {
    return this.#statement(sql).get(...parameters) as Row | undefined;
  }

  all<Row>(sql: string, ...parameters: unknown[]): Row[] {
    return this.#statement(sql).all(...parameters) as Row[];
  }

  /** Returns a row like `get`, as an array of columns: creating an object costs as much as reading the row. */
  row<Columns extends unknown[]>(sql: string, ...parameters: unknown[]): Columns | undefined {
    return this.#arrayStatement(sql).get(...parameters) as Columns | undefined;
  }

  /** Returns rows like `all`, as arrays of columns. */
  rows<Columns extends unknown[]>(sql: string, ...parameters: unknown[]): Columns[] {
    return this.#arrayStatement(sql).all(...parameters) as Columns[];
  }

  /** Reads rows like `all`, one at a time. Nothing may be written in between. */
  iterate<Row>(sql: string, ...parameters: unknown[]): IterableIterator<Row> {
    return this.#statement(sql).iterate(...parameters) as IterableIterator<Row>;
  }

  /** Reads rows like `iterate`, as arrays of columns. */
  iterateRows<Columns extends unknown[]>(sql: string, ...parameters: unknown[]): IterableIterator<Columns> {
    return this.#arrayStatement(sql).iterate(...parameters) as IterableIterator<Columns>;
  }

  /** Names of the columns of a query. */
  columns(sql: string): string[] {
    return this.#arrayStatement(sql)
      .columns()
      .map(({ name }) => name);
  }

  #arrayStatement(sql: string): Statement {
    let statement = this.#arrays.get(sql);
    if (statement === undefined) {
      statement = this.#raw.prepare(sql).raw();
      this.#arrays.set(sql, statement);
    }
    return statement;
  }

  run(sql: string, ...parameters: unknown[]): { changes: number; lastInsertRowid: number } {
    return this.#statement(sql).run(...parameters) as { changes: number; lastInsertRowid: number };
  }

  /** Returns the number in the first column of the first row; 0 without rows. */
  count(sql: string, ...parameters: unknown[]): number {
    const row = this.get<Record<string, number>>(sql, ...parameters);
    return row === undefined ? 0 : (Object.values(row)[0] ?? 0);
  }
}

/** Arguments that hold the values of a statement: none for a statement without values. */
type Bound<Values> = keyof Values extends never ? [] : [values: Readonly<Values>];

/** Executes statements on one connection. Prepares each once, at its first use: most processes need few of them. */
export class Statements {
  readonly #raw: Connection;
  readonly #limit: number;
  readonly #prepared = new Map<string, Statement>();
  /** Transitional: statements as text. */
  readonly #old: TextStatements;

  /**
   * Creates an empty cache.
   *
   * @param limit maximum number of cached statements, for statements whose text depends on user input; the oldest is
   *   dropped first
   */
  constructor(raw: Connection, limit = Number.POSITIVE_INFINITY) {
    this.#raw = raw;
    this.#limit = limit;
    this.#old = new TextStatements(raw, limit);
  }

  row<Columns extends unknown[]>(text: string, ...parameters: unknown[]): Columns | undefined {
    return this.#old.row(text, ...parameters);
  }

  rows<Columns extends unknown[]>(text: string, ...parameters: unknown[]): Columns[] {
    return this.#old.rows(text, ...parameters);
  }

  iterateRows<Columns extends unknown[]>(text: string, ...parameters: unknown[]): IterableIterator<Columns> {
    return this.#old.iterateRows(text, ...parameters);
  }

  columns(text: string): string[] {
    return this.#old.columns(text);
  }

  /** Returns the first row. */
  get<Found>(query: string, ...parameters: unknown[]): Found | undefined;
  get<Found, Values>(query: Query<Found, Values>, ...values: Bound<Values>): Found | undefined;
  get(query: string | Query<any, any>, ...values: unknown[]): any {
    return typeof query === 'string' ? this.#old.get(query, ...values) : this.#get(query, ...(values as [never]));
  }

  #get<Found, Values>(query: Query<Found, Values>, ...values: Bound<Values>): Found | undefined {
    const { compiled } = query;
    const columns = this.#prepare(compiled).get(...compiled.bind(values[0])) as unknown[] | undefined;
    return columns === undefined ? undefined : (compiled.toRow(columns) as Found);
  }

  all<Found>(query: string, ...parameters: unknown[]): Found[];
  all<Found, Values>(query: Query<Found, Values>, ...values: Bound<Values>): Found[];
  all(query: string | Query<any, any>, ...values: unknown[]): any {
    return typeof query === 'string' ? this.#old.all(query, ...values) : this.#all(query, ...(values as [never]));
  }

  #all<Found, Values>(query: Query<Found, Values>, ...values: Bound<Values>): Found[] {
    const { compiled } = query;
    const found = this.#prepare(compiled).all(...compiled.bind(values[0])) as unknown[][];
    return found.map((columns) => compiled.toRow(columns) as Found);
  }

  /** Reads rows like `all`, one at a time. Nothing may be written in between. */
  iterate<Found>(query: string, ...parameters: unknown[]): IterableIterator<Found>;
  iterate<Found, Values>(query: Query<Found, Values>, ...values: Bound<Values>): IterableIterator<Found>;
  iterate(query: string | Query<any, any>, ...values: unknown[]): IterableIterator<any> {
    return typeof query === 'string'
      ? this.#old.iterate(query, ...values)
      : this.#iterate(query, ...(values as [never]));
  }

  *#iterate<Found, Values>(query: Query<Found, Values>, ...values: Bound<Values>): IterableIterator<Found> {
    const { compiled } = query;
    const found = this.#prepare(compiled).iterate(...compiled.bind(values[0])) as Iterable<unknown[]>;
    for (const columns of found) yield compiled.toRow(columns) as Found;
  }

  /** Returns the value of the first column in the first row; undefined without rows. */
  value<Found, Values>(query: Query<Found, Values>, ...values: Bound<Values>): Found[keyof Found] | undefined {
    const { compiled } = query;
    const columns = this.#prepare(compiled).get(...compiled.bind(values[0])) as unknown[] | undefined;
    return columns === undefined ? undefined : (compiled.toFirst(columns) as Found[keyof Found]);
  }

  /** Returns the number in the first column of the first row; 0 without rows. */
  count(query: string, ...parameters: unknown[]): number;
  count<Found, Values>(query: Query<Found, Values>, ...values: Bound<Values>): number;
  count(query: string | Query<any, any>, ...values: unknown[]): number {
    return typeof query === 'string' ? this.#old.count(query, ...values) : this.#count(query, ...(values as [never]));
  }

  #count<Found, Values>(query: Query<Found, Values>, ...values: Bound<Values>): number {
    return Number(this.value(query, ...values) ?? 0);
  }

  run(query: string, ...parameters: unknown[]): RunResult;
  run<Found, Values>(query: Query<Found, Values>, ...values: Bound<Values>): RunResult;
  run(query: string | Query<any, any>, ...values: unknown[]): RunResult {
    return typeof query === 'string' ? this.#old.run(query, ...values) : this.#run(query, ...(values as [never]));
  }

  #run<Found, Values>(query: Query<Found, Values>, ...values: Bound<Values>): RunResult {
    const { compiled } = query;
    return this.#prepare(compiled).run(...compiled.bind(values[0])) as RunResult;
  }

  #prepare({ text, names }: CompiledQuery): Statement {
    let statement = this.#prepared.get(text);
    if (statement === undefined) {
      statement = this.#raw.prepare(text);
      // Columns as an array: SQLite's driver is slower at creating objects.
      if (names !== undefined) statement.raw();
      if (this.#prepared.size >= this.#limit) this.#prepared.delete(this.#prepared.keys().next().value as string);
      this.#prepared.set(text, statement);
    }
    return statement;
  }
}

/** Builds a drizzle query at its first use, and returns the same prepared query from then on. */
export function once<Prepared>(prepare: () => Prepared): () => Prepared {
  let prepared: Prepared | undefined;
  return () => {
    prepared ??= prepare();
    return prepared;
  };
}

/**
 * Rejects a promise. A transaction ends when its callback returns, so an asynchronous callback is a mistake.
 *
 * @throws TypeError when `value` is a promise
 */
export function refusePromise<T>(value: T): T {
  if (value instanceof Promise) {
    value.catch(() => {});
    throw new TypeError('Reads and writes of the library must be synchronous, but this callback returned a promise');
  }
  return value;
}
