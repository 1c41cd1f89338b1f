import type { Flag } from './presentation.js';

/**
 * Makes a repeatable flag, whose value is a list.
 *
 * @param description sentence
 */
export const createRepeatableFlag = (flags: string, description: string): Flag => ({
  flags,
  description: `${description} May be repeated.`,
  parse: (written, before) => [...((before as readonly string[] | undefined) ?? []), written],
});
