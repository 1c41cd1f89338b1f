import { isEmoji } from '@notes/contract';
import { formatCommand } from './format-command.js';
import type { Output } from './output.js';

/** Words of a command that undoes a change. */
interface UndoCommand {
  readonly command: string;
  readonly flags?: readonly string[];
  readonly values: readonly string[];
}

/** Prints the command that undoes the last change. It names the library as the command line did. */
export function printUndo(out: Output, { command, flags = [], values }: UndoCommand): void {
  const end = values.some((value) => value.startsWith('-')) ? ['--'] : [];
  out.notice(`To undo: ${formatCommand(out, ...command.split(' '), ...flags, ...end, ...values)}`);
}

/** Returns the flags that restore an icon; none for a text that earlier versions accepted as icon. */
export const getIconFlags = (icon: string | null): readonly string[] =>
  icon === '' || (icon !== null && isEmoji(icon)) ? ['--icon', icon] : [];
