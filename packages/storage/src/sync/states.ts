import type { Connection } from '../connection.js';
import { Statements } from '../statements.js';

/** An operation, as others name it: `<replica>:<seq>`. */
export type Dot = string;

/** What the log says of a note. */
export interface NoteState {
  /** Key of the newest revision that it has. */
  revisionPk: number;
  /** The revisions that the current text is made of; the next edit has them as its parents. */
  heads: string[];
  /** Revisions that could not be merged into it, each a conflict. */
  losers: string[];
  /** Where it is shown. */
  notebook: string;
  /** Where it was last put, there or not; null where it never was. */
  home: string | null;
  /** The tags as they were given, in order of their ids, some of which may be one. */
  given: string[];
  trashed: boolean;
  /** What put it in the trash and was not undone, also where a later edit brought it back. */
  trash: Dot[];
  /** By the id of the tag. */
  tags: Record<string, Dot[]>;
  /** By the id of the attachment and the relation, parted by a space. */
  attached: Record<string, Dot[]>;
}

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

export type SyncedState = NoteState | NotebookState | TagState | SearchState | ResourceState | BundleState;

/** What the log says of each thing, kept beside it. */
export class States {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  get<State extends SyncedState>(id: string): State | undefined {
    const row = this.#sql.row<[string]>('SELECT state FROM sync_states WHERE id = ?', id);
    return row && (JSON.parse(row[0]) as State);
  }

  set(id: string, state: SyncedState): void {
    this.#sql.run('INSERT OR REPLACE INTO sync_states (id, state) VALUES (?, ?)', id, JSON.stringify(state));
  }

  delete(id: string): void {
    this.#sql.run('DELETE FROM sync_states WHERE id = ?', id);
  }
}
