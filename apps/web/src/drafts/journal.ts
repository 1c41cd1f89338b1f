import { randomKey } from '../ui/unique-id.js';
import type { BaseText, CursorRange, NoteText } from './note-text.js';
import { type StoredTable, Table } from './table.js';

/** Text that the server has not confirmed yet. */
export interface Draft {
  /** Id of the note, or `new:` and a random value while it has no id. */
  readonly key: string;
  /** Undefined while the note is not on the server. */
  readonly base: BaseText | undefined;
  /** Notebook for a new note; undefined for the default notebook. */
  readonly notebookId: string | undefined;
  readonly text: NoteText;
  readonly selection: CursorRange;
  /** Texts sent without a response; the server may hold any of them. */
  readonly unanswered: readonly NoteText[];
  /** Times of creation and of the last change, in milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly changedAt: number;
  /**
   * Editing session that wrote the draft, and the number of its last edit in the text; absent in drafts of old
   * versions.
   */
  readonly session?: string | undefined;
  readonly seq?: number | undefined;
}

export interface Journal extends StoredTable<Draft> {
  /** Replaces the draft of another key, atomically. */
  replace(oldKey: string, draft: Draft): Promise<void>;
}

const NEW = 'new:';
export const newDraftKey = (): string => NEW + randomKey();
export const isNewKey = (key: string): boolean => key.startsWith(NEW);

/** Opens the journal of this browser, which outlives the page and the server. */
export function openJournal(name = 'notes-drafts'): Journal {
  return new Table<Draft>('drafts', name);
}
