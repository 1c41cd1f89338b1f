import type { Connection } from '../connection.js';
import { Statements } from '../statements.js';
import { OWN } from './op-log.js';
import type { Dot } from './states.js';

/** What the log says of a note. */
export interface NoteState {
  /** Key of the newest revision that it has; null where that is gone. */
  revisionPk: number | null;
  /** The revisions that the current text is made of; the next edit has them as its parents. */
  heads: string[];
  /** Whether that is what this library wrote last of the note, and nothing else: the log tells it then. */
  isOwn: boolean;
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

/** As stored: without what is as with most notes, so that an edit changes nothing of it and a new note little. */
type Stored = Pick<NoteState, 'notebook'> & Partial<NoteState>;

type LastWrite = [rev: string, pk: number | null];

const LAST_WRITE = (which: string, order: string) => `SELECT o.operation ->> 'rev', r.pk
  FROM sync_ops o LEFT JOIN revisions r ON r.id = o.operation ->> 'rev'
  WHERE o.entity = ? ${which} AND o.operation ->> 'op' = 'doc.write' ORDER BY ${order} DESC LIMIT 1`;
const LAST_OWN = LAST_WRITE(`AND o.replica_pk = ${OWN}`, 'o.seq');
/** Where this library has become another replica since. */
const LAST_OF_ALL = LAST_WRITE('', 'o.lamport');

/** What the log says of each note, kept beside it. */
export class NoteStates {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /** As stored, to be unfolded. */
  text(id: string): string | undefined {
    return this.#sql.row<[string]>('SELECT state FROM sync_states WHERE id = ?', id)?.[0];
  }

  get(id: string): NoteState | undefined {
    const text = this.text(id);
    return text === undefined ? undefined : this.unfold(id, text);
  }

  unfold(id: string, text: string): NoteState {
    const state = unfoldNote(text, []);
    if (!state.isOwn) return state;
    const last = this.#sql.row<LastWrite>(LAST_OWN, id) ?? this.#sql.row<LastWrite>(LAST_OF_ALL, id);
    return last === undefined ? state : { ...state, heads: [last[0]], revisionPk: last[1] };
  }

  set(id: string, state: NoteState): void {
    this.put(id, foldNote(state));
  }

  put(id: string, text: string): void {
    this.#sql.run('INSERT OR REPLACE INTO sync_states (id, state) VALUES (?, ?)', id, text);
  }

  delete(id: string): void {
    this.#sql.run('DELETE FROM sync_states WHERE id = ?', id);
  }
}

export function foldNote({ isOwn, revisionPk, heads, home, given, trashed, ...rest }: NoteState): string {
  const { notebook, losers, trash, tags, attached } = rest;
  const stored: Stored = {
    notebook,
    ...(!isOwn && { revisionPk, heads }),
    ...(losers.length > 0 && { losers }),
    ...(home !== notebook && { home }),
    ...(given.length > 0 && { given }),
    ...(trashed && { trashed }),
    ...(trash.length > 0 && { trash }),
    ...(hasAny(tags) && { tags }),
    ...(hasAny(attached) && { attached }),
  };
  return JSON.stringify(stored);
}

/** @param own The heads of a note whose text is this library's own */
export function unfoldNote(text: string, own: string[]): NoteState {
  const stored = JSON.parse(text) as Stored;
  const { notebook, heads = own, revisionPk = null, losers = [], home = notebook, given = [] } = stored;
  const { trashed = false, trash = [], tags = {}, attached = {} } = stored;
  const isOwn = stored.heads === undefined;
  return { isOwn, revisionPk, heads, losers, notebook, home, given, trashed, trash, tags, attached };
}

const hasAny = (record: object) => Object.keys(record).length > 0;
