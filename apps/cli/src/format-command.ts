import type { Output } from './output.js';
import { toInlineText } from './text.js';

/**
 * Formats a command to paste, for the library that the command line chose.
 *
 * @param words words of the command after `notes`
 */
export const formatCommand = ({ libraryFlags }: Pick<Output, 'libraryFlags'>, ...words: readonly string[]): string =>
  ['notes', ...[...libraryFlags, ...words].map(quoteWord)].join(' ');

/** Quotes a word for a shell, safe to show. */
export const quoteWord = (word: string): string =>
  /^[\w./:@-]+$/.test(word) ? word : `'${toInlineText(word).replaceAll("'", String.raw`'\''`)}'`;
