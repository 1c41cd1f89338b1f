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
  not_utf8: 'is not UTF-8 text',
  has_nul: 'holds a NUL character',
  too_large: 'is over 16 MiB, or as an attachment over resources.max_bytes',
  symlink: 'is a link; links are not followed',
  not_a_file: 'is not an ordinary file',
  unreadable: 'cannot be read',
  bad_name: 'has a name that is not UTF-8',
  unsafe_path: 'has a path that no archive may have',
  too_deep: 'nests deeper than 512 elements',
  too_many_elements: 'has over 200,000 elements and texts',
  malformed: 'is not what it should be',
  encrypted: 'is encrypted',
  duplicate: 'is there twice: the first is taken',
  edited_here: 'changed in the source, and its note was edited here: choose with --on-duplicate',
};

/**
 * Returns a rejection with its message.
 *
 * @param detail text in brackets after the message
 */
export function rejection(reason: RejectionReason, detail?: string): Rejection {
  return { reason, message: detail === undefined ? MESSAGES[reason] : `${MESSAGES[reason]} (${detail})` };
}

/** Returns a rejection with the code of a file system error as its detail. */
export const unreadable = (error: unknown): Rejection =>
  rejection('unreadable', (error as NodeJS.ErrnoException).code ?? 'unknown error');

/** Returns the outcome of a rejected item. */
export const rejected = ({ reason, message }: Rejection): Outcome => ({
  status: 'rejected',
  reason,
  message,
  warnings: [],
});
