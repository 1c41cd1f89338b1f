import type { Input, Output } from '@notes/contract';
import type { Rejection } from '@notes/note-formats';

type Report = Output<'importFolder'>;
export type RejectionReason = Report['rejections'][number]['reason'];

/** Source from which a new note seems to have been imported already. */
export interface Likeness {
  /** Format of that source, when it is another one. */
  readonly format?: Input<'importFolder'>['format'];
  readonly source: string;
  /** False when an import with the name of that source would not recognise the note either, such as at another path. */
  readonly isRecognised: boolean;
}

/** Result of importing one note or file. */
export interface Outcome {
  readonly status: 'imported' | 'updated' | 'unchanged' | 'rejected';
  readonly documentId?: string;
  /** Id of an attachment. */
  readonly resourceId?: string;
  readonly reason?: RejectionReason;
  readonly message?: string;
  readonly warnings: readonly string[];
  /** Source from which a new note seems to have been imported already. */
  readonly looksImportedFrom?: Likeness;
}

/** Rejection of a note that changed in its source and in the library. */
export const EDITED_HERE = {
  reason: 'edited_here',
  message: 'changed in the source and edited in the library. Choose a version with --on-duplicate',
} as const;

const LIMITS = 'a note can have at most 16 MiB, an attachment at most resources.max_bytes';

/** Returns the outcome of a rejected item. */
export const toRejectedOutcome = ({ reason, message }: Rejection): Outcome => ({
  status: 'rejected',
  reason,
  message: reason === 'too_large' ? `${message}: ${LIMITS}` : message,
  warnings: [],
});
