import { isEmoji, ServiceError } from '@notes/contract';

/**
 * Returns the icon to store for a given one: null for none, or the present one when none is given.
 *
 * A text that the object has already stays valid, because earlier versions accepted any text.
 *
 * @throws ServiceError `validation_failed` for a new icon that is not one emoji
 */
export function chooseIcon(given: string | null | undefined, present: string | null): string | null {
  if (given === undefined || given === present) return present;
  if (given === null || given === '') return null;
  if (!isEmoji(given))
    throw new ServiceError(
      'validation_failed',
      `icon_emoji: ${JSON.stringify(given)} is not one emoji. Give one emoji, or an empty text for no icon`,
    );
  return given;
}
