import type { Flag } from './presentation.js';

/** Makes a repeatable flag, whose value is a list. */
export const createRepeatableFlag = (flags: string, description: string): Flag => ({
  flags,
  description: `${description}; may be repeated`,
  parse: (written, before) => [...((before as readonly string[] | undefined) ?? []), written],
});
