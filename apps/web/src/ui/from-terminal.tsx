import commands from 'virtual:notes-commands';
import type { OperationName } from '@notes/contract';
import { TerminalCommand } from './copy.js';
import { commandLine } from './shell-words.js';
import { text } from './texts.js';

interface FromTerminalProps {
  readonly operation: OperationName;
  /** Arguments and flags. */
  readonly words?: readonly string[];
  /** What it does, where that is not the same as the screen. */
  readonly label?: string;
}

/** The same from the terminal, ready to be copied; nothing where the command line does not have it. */
export function FromTerminal({ operation, words = [], label = text.fromTerminal }: FromTerminalProps) {
  const command = commands[operation];
  if (command === undefined) return null;
  return (
    <div>
      <p class="hint">{label}</p>
      <TerminalCommand command={commandLine(['notes', ...command.split(' '), ...words])} />
    </div>
  );
}
