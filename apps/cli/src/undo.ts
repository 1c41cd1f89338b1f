import type { Output } from './output.js';
import { toInlineText } from './text.js';

/** Prints the command that undoes the last change. */
export function printUndo(out: Output, ...words: readonly string[]): void {
  out.notice(`To undo: notes ${words.map(quoteWord).join(' ')}`);
}

/** Quotes a word for a shell, safe to show. */
export const quoteWord = (word: string): string =>
  /^[\w./:@-]+$/.test(word) ? word : `'${toInlineText(word).replaceAll("'", String.raw`'\''`)}'`;
