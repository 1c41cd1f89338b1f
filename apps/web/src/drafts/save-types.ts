import type { Clock } from './clock.js';
import type { Journal } from './journal.js';
import type { BaseText, CursorRange, NoteText } from './note-text.js';
import type { Remote, RemoteNote } from './remote.js';

/** Why no further attempt to save mends anything by itself. */
export type HeldWord = 'conflict' | 'trashed' | 'missing' | 'read_only';

export type SaveStatus =
  /** `at`: milliseconds since 1970; undefined of a note that was only opened. */
  | { readonly word: 'saved'; readonly at: number | undefined }
  | { readonly word: 'editing' | 'saving' | 'offline' | HeldWord; readonly message?: undefined }
  /** `message`: why the server does not let it be changed. */
  | { readonly word: 'read_only'; readonly message: string }
  /** The server does not take the text; the draft stays. */
  | { readonly word: 'refused'; readonly code: string; readonly message: string };

/** The text that is being written. */
export interface Source {
  read(): { readonly text: NoteText; readonly selection: CursorRange };
  /** Takes over a text in which `changes` places come from others, as one edit that can be undone. */
  merge(text: NoteText, changes: number): void;
  /** Takes over what others wrote while nothing was written here. */
  follow(text: NoteText): void;
}

/** What keeping a draft takes. */
export interface DraftPorts {
  readonly source: Source;
  readonly journal: Journal;
  readonly clock: Clock;
}

export interface SavePorts extends DraftPorts {
  readonly remote: Remote;
  /** Called when a note that was new is on the server. */
  readonly onCreated?: (note: RemoteNote) => void;
  /** Called with the note each time it was read. */
  readonly onSeen?: (note: RemoteNote) => void;
  /** Whether the note and its draft are written here, not elsewhere; default: yes. */
  readonly mayWrite?: () => boolean;
  /** Called after every write the server confirmed. */
  readonly onSaved?: (note: RemoteNote) => void;
}

export interface SaveStart {
  /** The id of the note, or the key of a draft of a new one. */
  readonly key: string;
  readonly base: BaseText | undefined;
  readonly notebookId: string | undefined;
  readonly unanswered?: readonly NoteText[] | undefined;
  /** When a new note was begun; default: now. */
  readonly startedAt?: number | undefined;
  readonly held?: HeldWord | undefined;
}
