import { ServiceError } from '@notes/contract';

/** Digits of a digest that confirm what is replaced or given up. */
export const CONFIRMED_DIGITS = 12;

/**
 * Refuses to go on without the words that confirm it.
 *
 * @param otherwise why they are needed
 * @throws ServiceError `precondition_required`, with the words in its details
 */
export function checkWords(words: string, given: string | undefined, otherwise: string): void {
  if (given === words) return;
  const message = `${otherwise}: confirm with --confirm ${words}`;
  throw new ServiceError('precondition_required', message, { details: { confirmation: words } });
}
