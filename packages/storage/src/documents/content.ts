import type { Derived } from './derived.js';

/** Content of a revision; the caller derives `excerpt` and `derived` from the body. */
export interface Content {
  readonly title: string;
  readonly body: string;
  readonly sizeBytes: number;
  readonly excerpt: string;
  readonly derived: Derived;
}

/** Revision to be stored. `at` is in milliseconds since the Unix epoch. */
export interface NewRevision extends Content {
  readonly revisionId: string;
  readonly origin: string;
  readonly at: number;
}

/** Revision that is not current, so nothing is derived from it. */
export type OldRevision = Omit<NewRevision, 'excerpt' | 'derived'>;

/** Note to be stored, with its current revision. Times are in milliseconds since the Unix epoch. */
export interface NewDocument extends NewRevision {
  readonly id: string;
  readonly notebookPk: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Name of the imported file: links may refer to the note by it. */
  readonly fileName?: string | null;
}
