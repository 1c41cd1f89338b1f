import type { Connection } from '../connection.js';
import { Statements } from '../statements.js';

/** An operation, as others name it: `<replica>:<seq>`. */
export type Dot = string;

export interface NotebookState {
  name: string;
  icon: string | null;
  /** Null at the top. */
  parent: string | null;
}

export interface TagState {
  name: string;
  key: string;
  /** The tag it is, since both have one name; null where it is itself. */
  as: string | null;
}

export interface SearchState {
  name: string;
  query: string;
  icon: string | null;
  /** Everything ever said of it. */
  dots: Dot[];
}

export interface ResourceState {
  filename: string;
  dots: Dot[];
  /** Somebody deleted it while a note had it. */
  condemned?: true;
}

export interface BundleState {
  sha256: string;
}

export type SyncedState = NotebookState | TagState | SearchState | ResourceState | BundleState;

/** What the log says of each thing but notes, kept beside it. */
export class States {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  get<State extends SyncedState>(id: string): State | undefined {
    const row = this.#sql.row<[string]>('SELECT state FROM sync_states WHERE id = ?', id);
    return row && (JSON.parse(row[0]) as State);
  }

  has(id: string): boolean {
    return this.#sql.row('SELECT 1 FROM sync_states WHERE id = ?', id) !== undefined;
  }

  set(id: string, state: SyncedState): void {
    this.#sql.run('INSERT OR REPLACE INTO sync_states (id, state) VALUES (?, ?)', id, JSON.stringify(state));
  }

  delete(id: string): void {
    this.#sql.run('DELETE FROM sync_states WHERE id = ?', id);
  }
}
