import { ServiceError } from '@notes/contract';

/** Hex digits of a digest in the words that confirm a replacement or a removal. */
export const CONFIRMED_DIGITS = 12;

/**
 * Checks that the caller gave the words that confirm an operation.
 *
 * @param words expected words
 * @param given words from the caller
 * @param otherwise reason for the confirmation, as the beginning of the error message
 * @throws ServiceError `precondition_required`, with the expected words in its details
 */
export function checkConfirmationWords(words: string, given: string | undefined, otherwise: string): void {
  if (given === words) return;
  const message = `${otherwise}. To confirm, add --confirm ${words}`;
  throw new ServiceError('precondition_required', message, { details: { confirmation: words } });
}
