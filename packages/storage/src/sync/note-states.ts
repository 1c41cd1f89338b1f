import { eq, sql } from 'drizzle-orm';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, type Parameters } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { documents } from '../schema.js';
import { type Dot, deleteState, selectState } from './states.js';

/** State of a note according to the log. */
export interface NoteState {
  /** Key of the newest captured revision; null when it is gone. */
  revisionPk: number | null;
  /** Revisions merged into the current text: the parents of the next edit. */
  heads: string[];
  /** Revisions that could not be merged into it; each is a conflict. */
  losers: string[];
  /** Notebook that contains the note. */
  notebook: string;
  /** Notebook to which the note was last moved, present or not; null when it never was. */
  home: string | null;
  /** Added tags, ordered by id; several of them may be the same tag. */
  given: string[];
  trashed: boolean;
  /** Trash operations that were not undone, even when a later edit brought the note back. */
  trash: Dot[];
  /** Additions by tag id. */
  tags: Record<string, Dot[]>;
  /** Additions by attachment id and relation, separated by a space. */
  attached: Record<string, Dot[]>;
}

/** Stored form, without fields that have their usual value. */
type Stored = Pick<NoteState, 'notebook' | 'revisionPk' | 'heads'> & Partial<NoteState>;

/** Stored state of a note, for `parseNoteState`. */
export interface StoredNote {
  readonly pk: number;
  readonly text: string;
}

const selectSynced = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build
    .select({ pk: documents.pk, text: sql<string>`${documents.synced}` })
    .from(documents)
    .where(sql`${documents.id} = ${id} AND ${documents.synced} IS NOT NULL`),
);
const updateSynced = defineQuery(({ pk, text }: Parameters<{ pk: number; text: string }>) =>
  build.update(documents).set({ synced: text }).where(eq(documents.pk, pk)),
);

/** Stores the log state of each note in its row, which a change of the note writes anyway. */
export class NoteStates {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  find(id: string): StoredNote | undefined {
    return this.#sql.get(selectSynced, { id });
  }

  put(pk: number, text: string): void {
    this.#sql.run(updateSynced, { pk, text });
  }

  /** Returns the state of a deleted note until the deletion is captured. */
  findDeleted(id: string): string | undefined {
    return this.#sql.value(selectState, { id });
  }

  dropDeleted(id: string): void {
    this.#sql.run(deleteState, { id });
  }
}

/** Serialises a state. Fields with their usual value are undefined, which JSON omits. */
export function serializeNoteState(state: NoteState): string {
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

/** Parses a stored state. */
export function parseNoteState(text: string): NoteState {
  const stored = JSON.parse(text) as Stored;
  const { notebook, heads, revisionPk, losers = [], home = notebook, given = [] } = stored;
  const { trashed = false, trash = [], tags = {}, attached = {} } = stored;
  return { revisionPk, heads, losers, notebook, home, given, trashed, trash, tags, attached };
}

function hasAny(record: object): boolean {
  for (const _ in record) return true;
  return false;
}
