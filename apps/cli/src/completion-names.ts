import { toInlineText } from './text.js';

/** Timeout of the search for names, in milliseconds. */
const LOOKUP_TIMEOUT_MS = 150;
/** Maximum number of names to suggest. */
export const MAX_NAMES = 50;

/** Returns the beginning of a name from a word of a command line, which may be quoted or escaped. */
export const toPrefix = (word: string): string => word.replaceAll(/\\(.)|^["']/g, '$1');

/**
 * Selects the names to suggest for a prefix; none when finding them took too long.
 *
 * @param since start of the search, by `performance.now()`
 */
export function selectNames(names: readonly string[], prefix: string, since: number): string[] {
  const found = names.filter((name) => startsWith(name, prefix) && toInlineText(name) === name);
  return performance.now() - since > LOOKUP_TIMEOUT_MS ? [] : found.slice(0, MAX_NAMES);
}

const startsWith = (name: string, begun: string) => name.toLowerCase().startsWith(begun.toLowerCase());
