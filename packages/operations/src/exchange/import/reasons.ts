import type { Output } from '@notes/contract';
import type { Outcome } from './decide.js';

type Report = Output<'importFolder'>;
export type RejectionReason = Report['rejections'][number]['reason'];

/** Reason why a file was not imported. */
export interface Rejection {
  readonly reason: RejectionReason;
  readonly message: string;
}

/** Messages by reason. Details follow in brackets. */
const MESSAGES: Record<RejectionReason, string> = {
  not_utf8: 'not UTF-8 text',
  has_nul: 'contains a NUL character',
  too_large: 'too large: a note can have at most 16 MiB, an attachment at most resources.max_bytes',
  symlink: 'link, which is not followed',
  not_a_file: 'not a regular file',
  unreadable: 'cannot be read',
  bad_name: 'the file name is not UTF-8',
  unsafe_path: 'unsafe path in the archive',
  too_deep: 'elements nested deeper than 512 levels',
  too_many_elements: 'more than 200,000 elements and texts',
  malformed: 'malformed',
  encrypted: 'encrypted',
  duplicate: 'duplicate: only the first one is imported',
  edited_here: 'changed in the source and edited in the library. Choose a version with --on-duplicate',
};

/**
 * Returns a rejection with its message.
 *
 * @param detail text in brackets after the message
 */
export function createRejection(reason: RejectionReason, detail?: string): Rejection {
  return { reason, message: detail === undefined ? MESSAGES[reason] : `${MESSAGES[reason]} (${detail})` };
}

/** Returns a rejection with the code of a file system error as its detail. */
export const createUnreadable = (error: unknown): Rejection =>
  createRejection('unreadable', (error as NodeJS.ErrnoException).code ?? 'unknown error');

/** Returns the outcome of a rejected item. */
export const toRejectedOutcome = ({ reason, message }: Rejection): Outcome => ({
  status: 'rejected',
  reason,
  message,
  warnings: [],
});
