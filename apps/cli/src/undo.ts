import { isEmoji } from '@notes/contract';
import type { Output } from './output.js';
import { toInlineText } from './text.js';

/** Words of a command that undoes a change. */
interface UndoCommand {
  readonly command: string;
  readonly flags?: readonly string[];
  readonly values: readonly string[];
}

/** Prints the command that undoes the last change. It names the library as the command line did. */
export function printUndo(out: Output, { command, flags = [], values }: UndoCommand): void {
  const end = values.some((value) => value.startsWith('-')) ? ['--'] : [];
  const words = [...out.libraryFlags, ...command.split(' '), ...flags, ...end, ...values];
  out.notice(`To undo: notes ${words.map(quoteWord).join(' ')}`);
}

/** Returns the flags that restore an icon; none for a text that earlier versions accepted as icon. */
export const getIconFlags = (icon: string | null): readonly string[] =>
  icon === '' || (icon !== null && isEmoji(icon)) ? ['--icon', icon] : [];

/** Quotes a word for a shell, safe to show. */
export const quoteWord = (word: string): string =>
  /^[\w./:@-]+$/.test(word) ? word : `'${toInlineText(word).replaceAll("'", String.raw`'\''`)}'`;
