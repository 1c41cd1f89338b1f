/** Messages by reason. Details follow in brackets. */
const MESSAGES = {
  not_utf8: 'not UTF-8 text. Convert the file to UTF-8',
  not_utf16: 'begins as UTF-16 and is not valid UTF-16. Save the file as UTF-8',
  has_nul: 'contains a NUL character. Remove it, or save the file as UTF-8',
  too_large: 'too large',
  symlink: 'link, which is not followed',
  not_a_file: 'not a regular file',
  unreadable: 'cannot be read',
  bad_name: 'the file name is not UTF-8',
  unsafe_path: 'unsafe path in the archive',
  too_deep: 'elements nested deeper than 512 levels',
  too_many_elements: 'more than 200,000 elements and texts',
  malformed: 'malformed',
  encrypted: 'encrypted. Export it again without encryption',
  duplicate: 'duplicate: only the first one is imported',
} as const;
export type RejectionReason = keyof typeof MESSAGES;

/** Reason why a note or file cannot be read. */
export interface Rejection {
  readonly reason: RejectionReason;
  readonly message: string;
}

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
