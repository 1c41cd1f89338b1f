import { toInlineText } from './text.js';

/** Timeout of the search for names, in milliseconds. */
const LOOKUP_TIMEOUT_MS = 150;
/** Maximum number of names to suggest. */
export const MAX_NAMES = 50;

/** Returns the beginning of a name from a word of a command line without its quotes, the last of which may be open. */
export const toPrefix = (word: string): string =>
  word.replaceAll(QUOTED, (_, single?: string, double?: string, escaped?: string) => {
    return single ?? double?.replaceAll(/\\([$`"\\])/g, '$1') ?? escaped ?? '';
  });

/** Parts of a word in which special characters of a shell lose their meaning: in quotes or behind a backslash. */
const QUOTED = /'([^']*)'?|"((?:\\.|[^"\\])*)"?|\\(.)/g;

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
