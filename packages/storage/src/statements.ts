import type { Statement } from 'better-sqlite3';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { Connection } from './connection.js';
import type { Capture } from './sync/capture.js';

/** What every reader and writer of one connection shares. */
export interface Handle {
  readonly raw: Connection;
  readonly orm: BetterSQLite3Database;
  /** Notes a change in the journal; every writer calls it for each thing it changes. */
  readonly journal: (entity: Entity, id: string, kind: ChangeKind) => void;
  /** Makes operations of changes; not in a library in the making. */
  readonly capture: Capture | undefined;
}

export type Entity = 'document' | 'notebook' | 'search_notebook' | 'tag' | 'resource' | 'source_bundle' | 'job';
/**
 * `links`: links of a note came to mean something else, by a change of another note or of a notebook. `forget`: revisions of
 * a note that were not current are gone.
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

/** Prepares statements once, when first used: most processes need few of them. */
export class Statements {
  readonly #raw: Connection;
  readonly #limit: number;
  readonly #prepared = new Map<string, Statement>();
  readonly #arrays = new Map<string, Statement>();

  /** @param limit How many to keep; the oldest goes first. For statements whose text depends on what a user asks. */
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

  /** As `get`, the columns as an array: making an object of each row costs as much as reading it. */
  row<Columns extends unknown[]>(sql: string, ...parameters: unknown[]): Columns | undefined {
    return this.#arrayStatement(sql).get(...parameters) as Columns | undefined;
  }

  /** As `all`, each row's columns as an array. */
  rows<Columns extends unknown[]>(sql: string, ...parameters: unknown[]): Columns[] {
    return this.#arrayStatement(sql).all(...parameters) as Columns[];
  }

  /** As `all`, a row at a time. Nothing may be written in between. */
  iterate<Row>(sql: string, ...parameters: unknown[]): IterableIterator<Row> {
    return this.#statement(sql).iterate(...parameters) as IterableIterator<Row>;
  }

  /** As `iterate`, each row's columns as an array. */
  iterateRows<Columns extends unknown[]>(sql: string, ...parameters: unknown[]): IterableIterator<Columns> {
    return this.#arrayStatement(sql).iterate(...parameters) as IterableIterator<Columns>;
  }

  /** The names of the columns that a statement answers. */
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

  /** The number in the first column of the first row; 0 when there is none. */
  count(sql: string, ...parameters: unknown[]): number {
    const row = this.get<Record<string, number>>(sql, ...parameters);
    return row === undefined ? 0 : (Object.values(row)[0] ?? 0);
  }
}

/** Builds a drizzle query when first asked for, and answers the same prepared one from then on. */
export function once<Prepared>(prepare: () => Prepared): () => Prepared {
  let prepared: Prepared | undefined;
  return () => {
    prepared ??= prepare();
    return prepared;
  };
}

/** A transaction ends when its callback returns, so a callback that has only begun is a mistake. */
export function refusePromise<T>(value: T): T {
  if (value instanceof Promise) {
    value.catch(() => {});
    throw new TypeError('reads and writes of the library are synchronous; this one answered a promise');
  }
  return value;
}
