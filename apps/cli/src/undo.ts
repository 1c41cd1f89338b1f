import type { Output } from './output.js';
import { inline } from './text.js';

/** Says by which command what was just done is undone. */
export function sayUndo(out: Output, ...words: readonly string[]): void {
  out.notice(`To undo: notes ${words.map(quoted).join(' ')}`);
}

/** A word as a shell reads it, safe to show. */
const quoted = (word: string): string =>
  /^[\w./:@-]+$/.test(word) ? word : `'${inline(word).replaceAll("'", String.raw`'\''`)}'`;
