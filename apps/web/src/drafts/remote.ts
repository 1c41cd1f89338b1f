import type { NoteText } from './note-text.js';

/** A note as stored on the server. */
export interface RemoteNote extends NoteText {
  readonly id: string;
  readonly revisionId: string;
  readonly notebookId: string;
  readonly editable: boolean;
  /** Time at which the note was moved to Trash; undefined when it is not there. */
  readonly deletedAt: string | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly updatedAt: number;
}

/** Result of a request to the server. */
export type Outcome =
  | { readonly kind: 'done'; readonly note: RemoteNote }
  /** The note has a different revision from the one given. */
  | { readonly kind: 'stale' }
  /** No response; the request may have been carried out. */
  | { readonly kind: 'offline' }
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      /** True for a server fault: a retry may succeed, or the request may have been carried out. */
      readonly isTemporary?: boolean;
    };

/** Operations of the server that saving needs. */
export interface Remote {
  read(documentId: string): Promise<Outcome>;
  replace(documentId: string, text: NoteText, baseRevisionId: string): Promise<Outcome>;
  create(text: NoteText, notebookId: string | undefined): Promise<Outcome>;
  /** Returns the note created by an unanswered `create`; undefined when none was created. */
  findCreated(texts: readonly NoteText[], notebookId: string | undefined, since: number): Promise<Outcome | undefined>;
}
