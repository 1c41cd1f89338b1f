import type { Output } from '@notes/contract';
import type { Rejection } from '@notes/note-formats';
import type { Outcome } from './decide.js';

type Report = Output<'importFolder'>;
export type RejectionReason = Report['rejections'][number]['reason'];

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
