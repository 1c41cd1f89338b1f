import { MARKDOWN } from '../files/tree.js';

/** Ending that an export adds to the name of an attachment that an import would read as a note. */
const ATTACHED = '.attachment';

/** Returns the name under which a file is exported as an attachment, given its name in the export so far. */
export const toAttachedName = (name: string): string => (MARKDOWN.test(name) ? name + ATTACHED : name);

/** Returns the name of an attachment before {@link toAttachedName}. */
export function removeAttachedEnding(name: string): string {
  const stem = name.endsWith(ATTACHED) ? name.slice(0, -ATTACHED.length) : name;
  return MARKDOWN.test(stem) ? stem : name;
}
