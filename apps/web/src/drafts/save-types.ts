import type { Clock } from './clock.js';
import type { Journal } from './journal.js';
import type { BaseText, CursorRange, NoteText } from './note-text.js';
import type { Remote, RemoteNote } from './remote.js';
import type { StoredTable } from './table.js';
import type { Tail } from './tail.js';

/** States in which another attempt to save cannot succeed by itself. */
export type HeldWord = 'conflict' | 'trashed' | 'missing' | 'read_only';

export type SaveStatus =
  /** `at` is in milliseconds since the Unix epoch; undefined for a note that was only opened. */
  | { readonly word: 'saved'; readonly at: number | undefined }
  | { readonly word: 'editing' | 'saving' | 'offline' | HeldWord; readonly message?: undefined }
  /** `message` is the server's reason. */
  | { readonly word: 'read_only'; readonly message: string }
  /** The server refuses the text; the draft stays. */
  | { readonly word: 'refused'; readonly code: string; readonly message: string };

/** Revisions that a merge took over: the common one, and the one of the server. */
export interface MergedRevisions {
  readonly from: string;
  readonly to: string;
}

/** Text being edited. */
export interface Source {
  read(): { readonly text: NoteText; readonly selection: CursorRange };
  /** Takes over a text with `changes` remote hunks. It can be undone as a whole, apart from the undo history. */
  merge(text: NoteText, changes: number, revisions: MergedRevisions): void;
  /** Takes over a remote text while nothing is unsaved here. */
  follow(text: NoteText): void;
}

/** Dependencies of keeping a draft. */
export interface DraftPorts {
  readonly source: Source;
  readonly journal: Journal;
  /** Changes missing in the drafts in the journal. */
  readonly tails: StoredTable<Tail>;
  readonly clock: Clock;
  /** Time source of the periodic writes of the whole draft, which take long for a long note; default: `clock`. */
  readonly draftClock?: Clock;
}

export interface SavePorts extends DraftPorts {
  readonly remote: Remote;
  /** Called when a new note has been created on the server. */
  readonly onCreated?: (note: RemoteNote) => void;
  /** Called with the note each time it was read. */
  readonly onRemoteNote?: (note: RemoteNote) => void;
  /** Returns true when this tab writes the note and its draft; default: true. */
  readonly canWrite?: () => boolean;
  /** Called after every write confirmed by the server. */
  readonly onSaved?: (note: RemoteNote) => void;
  /** Called when a save shows that the note was changed elsewhere so that it cannot be saved. */
  readonly onHeld?: () => void;
}

export interface SaveStart {
  /** Id of the note, or the key of the draft of a new one. */
  readonly key: string;
  readonly base: BaseText | undefined;
  readonly notebookId: string | undefined;
  readonly unanswered?: readonly NoteText[] | undefined;
  /** Creation time of a new note; default: now. */
  readonly startedAt?: number | undefined;
  readonly held?: HeldWord | undefined;
  /** Editing session that the draft in the journal was written for; undefined when there is no draft. */
  readonly session?: string | undefined;
}
