import type { Flag } from './presentation.js';

/** A flag that may be given several times: its values are a list. */
export const repeated = (flags: string, description: string): Flag => ({
  flags,
  description: `${description}; may be repeated`,
  parse: (written, before) => [...((before as readonly string[] | undefined) ?? []), written],
});
