import type { Output } from './output.js';
import { inline } from './text.js';

/** Prints the command that undoes the last change. */
export function sayUndo(out: Output, ...words: readonly string[]): void {
  out.notice(`To undo: notes ${words.map(quoted).join(' ')}`);
}

/** Quotes a word for a shell, safe to show. */
const quoted = (word: string): string =>
  /^[\w./:@-]+$/.test(word) ? word : `'${inline(word).replaceAll("'", String.raw`'\''`)}'`;
