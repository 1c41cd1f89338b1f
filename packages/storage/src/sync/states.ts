import { eq, sql } from 'drizzle-orm';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, names, type Parameters } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { syncStates } from '../schema.js';

/** Identifier of an operation: `<replica>:<seq>`. */
export type Dot = string;

/** State of a notebook according to the log. */
export interface NotebookState {
  name: string;
  icon: string | null;
  /** Id of the parent; null at the top level. */
  parent: string | null;
}

/** State of a tag according to the log. */
export interface TagState {
  name: string;
  key: string;
  /** Id of the canonical tag with this name; null when this tag is canonical. */
  as: string | null;
}

/** State of a saved search according to the log. */
export interface SearchState {
  name: string;
  query: string;
  icon: string | null;
  /** Dots of all operations on it. */
  dots: Dot[];
}

/** State of an attachment according to the log. */
export interface ResourceState {
  filename: string;
  dots: Dot[];
  /** True when it was deleted while a note used it. */
  condemned?: true;
}

/** State of an import source according to the log. */
export interface BundleState {
  sha256: string;
}

export type SyncedState = NotebookState | TagState | SearchState | ResourceState | BundleState;

export const selectState = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build.select({ state: syncStates.state }).from(syncStates).where(eq(syncStates.id, id)),
);
const putState = defineQuery(
  ({ id, state }: Parameters<{ id: string; state: string }>) =>
    sql`INSERT OR REPLACE INTO ${syncStates} (${names(syncStates.id, syncStates.state)}) VALUES (${id}, ${state})`,
);
export const deleteState = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build.delete(syncStates).where(eq(syncStates.id, id)),
);

/** Stores the log state of entities other than notes. */
export class EntityStates {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  get<State extends SyncedState>(id: string): State | undefined {
    const state = this.#sql.value(selectState, { id });
    return state === undefined ? undefined : (JSON.parse(state) as State);
  }

  has(id: string): boolean {
    return this.#sql.value(selectState, { id }) !== undefined;
  }

  set(id: string, state: SyncedState): void {
    this.#sql.run(putState, { id, state: JSON.stringify(state) });
  }

  delete(id: string): void {
    this.#sql.run(deleteState, { id });
  }
}
