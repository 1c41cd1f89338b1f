import type { NoteText } from './note-text.js';

/** A note as the server has it. */
export interface RemoteNote extends NoteText {
  readonly id: string;
  readonly revisionId: string;
  readonly notebookId: string;
  readonly editable: boolean;
  /** When it was put in Trash; undefined of a note that is not there. */
  readonly deletedAt: string | undefined;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

/** How an attempt to reach the server ended. */
export type Outcome =
  | { readonly kind: 'done'; readonly note: RemoteNote }
  /** The note has another revision than the one that was named. */
  | { readonly kind: 'stale' }
  /** No answer: it may have been done or not. */
  | { readonly kind: 'offline' }
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      /** Of a fault of the server: the same may be done another time, or have been done. */
      readonly isPassing?: boolean;
    };

/** What saving asks of the server. */
export interface Remote {
  read(documentId: string): Promise<Outcome>;
  replace(documentId: string, text: NoteText, baseRevisionId: string): Promise<Outcome>;
  create(text: NoteText, notebookId: string | undefined): Promise<Outcome>;
  /** The note an unanswered `create` made, if it made one; undefined where it made none. */
  findCreated(texts: readonly NoteText[], notebookId: string | undefined, since: number): Promise<Outcome | undefined>;
}
