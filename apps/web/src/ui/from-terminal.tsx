import commands from 'virtual:notes-commands';
import type { OperationName } from '@notes/contract';
import { commandLine } from './command-line.js';
import { TerminalCommand } from './copy.js';
import { text } from './texts.js';

interface FromTerminalProps {
  readonly operation: OperationName;
  /** Arguments and flags of the command. */
  readonly words?: readonly string[];
  /** Description of the command, if it differs from the screen. */
  readonly label?: string;
}

/** The equivalent command for the terminal, with a copy button; empty when there is none. */
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
