import type { Connection } from '../connection.js';
import { Statements } from '../statements.js';
import type { Dot } from './states.js';

/** What the log says of a note. */
export interface NoteState {
  /** Key of the newest revision that it has; null where that is gone. */
  revisionPk: number | null;
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

/** As stored: without what is as with most notes. */
type Stored = Pick<NoteState, 'notebook' | 'revisionPk' | 'heads'> & Partial<NoteState>;

/** What is stored of a note, to be unfolded. */
export interface StoredNote {
  readonly pk: number;
  readonly text: string;
}

/** What the log says of each note, kept with it: a change of the note writes its row anyway. */
export class NoteStates {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  stored(id: string): StoredNote | undefined {
    return this.#sql.get<StoredNote>(
      'SELECT pk, synced AS text FROM documents WHERE id = ? AND synced IS NOT NULL',
      id,
    );
  }

  put(pk: number, text: string): void {
    this.#sql.run('UPDATE documents SET synced = ? WHERE pk = ?', text, pk);
  }

  /** What is left of a note that is gone, until that is said. */
  left(id: string): string | undefined {
    return this.#sql.row<[string]>('SELECT state FROM sync_states WHERE id = ?', id)?.[0];
  }

  dropLeft(id: string): void {
    this.#sql.run('DELETE FROM sync_states WHERE id = ?', id);
  }
}

/** What is as with most notes is undefined, which JSON leaves out. */
export function foldNote(state: NoteState): string {
  const { notebook, revisionPk, heads, losers, home, given, trashed, trash, tags, attached } = state;
  return JSON.stringify({
    notebook,
    revisionPk,
    heads,
    losers: unlessEmpty(losers),
    home: home === notebook ? undefined : home,
    given: unlessEmpty(given),
    trashed: trashed || undefined,
    trash: unlessEmpty(trash),
    tags: hasAny(tags) ? tags : undefined,
    attached: hasAny(attached) ? attached : undefined,
  });
}

const unlessEmpty = <Item>(items: readonly Item[]) => (items.length > 0 ? items : undefined);

export function unfoldNote(text: string): NoteState {
  const stored = JSON.parse(text) as Stored;
  const { notebook, heads, revisionPk, losers = [], home = notebook, given = [] } = stored;
  const { trashed = false, trash = [], tags = {}, attached = {} } = stored;
  return { revisionPk, heads, losers, notebook, home, given, trashed, trash, tags, attached };
}

function hasAny(record: object): boolean {
  for (const _ in record) return true;
  return false;
}
