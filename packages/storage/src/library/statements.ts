import type { Statement } from 'better-sqlite3';
import type { Connection } from './driver.js';
import type { CompiledQuery, Query, RunResult } from './query.js';

/** Arguments that hold the values of a statement: none for a statement without values. */
type Bound<Values> = keyof Values extends never ? [] : [values: Readonly<Values>];

/** Executes statements on one connection. Prepares each once, at its first use: most processes need few of them. */
export class Statements {
  readonly #raw: Connection;
  readonly #limit: number;
  readonly #prepared = new Map<string, Statement>();

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

  /** Returns the first row. */
  get<Found, Values>(query: Query<Found, Values>, ...values: Bound<Values>): Found | undefined {
    const { compiled } = query;
    const columns = this.#prepare(compiled).get(...compiled.bind(values[0])) as unknown[] | undefined;
    return columns === undefined ? undefined : (compiled.toRow(columns) as Found);
  }

  all<Found, Values>(query: Query<Found, Values>, ...values: Bound<Values>): Found[] {
    const { compiled } = query;
    const found = this.#prepare(compiled).all(...compiled.bind(values[0])) as unknown[][];
    return found.map((columns) => compiled.toRow(columns) as Found);
  }

  /** Reads rows like `all`, one at a time. Nothing may be written in between. */
  *iterate<Found, Values>(query: Query<Found, Values>, ...values: Bound<Values>): IterableIterator<Found> {
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
  count<Found, Values>(query: Query<Found, Values>, ...values: Bound<Values>): number {
    return Number(this.value(query, ...values) ?? 0);
  }

  run<Found, Values>(query: Query<Found, Values>, ...values: Bound<Values>): RunResult {
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
