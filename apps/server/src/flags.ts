import type { ConfigFlags } from '@notes/operations/config';
import { type Command, InvalidArgumentError, Option } from 'commander';

const flags = () => [
  new Option('--config <file>', 'TOML file of settings').argParser(notEmpty),
  new Option('--profile <name>', 'which library and settings to use').argParser(notEmpty),
  new Option('--data-dir <dir>', 'where the library lies').argParser(notEmpty),
  new Option('--set <key=value>', 'any setting; may be repeated').argParser(collect),
];

/** Adds the flags that say which library and which settings. */
export function configurable(command: Command): Command {
  for (const flag of flags()) command.addOption(flag);
  return command;
}

/** Has the program take them wherever they stand, before the word of a command too; {@link flagsOf} has them then. */
export function configurableAnywhere(program: Command): Command {
  for (const flag of flags()) program.addOption(flag.hideHelp());
  return program;
}

/** The flags a command was given, wherever they stood. */
export const flagsOf = <More = unknown>(command: Command): ConfigFlags & More => command.optsWithGlobals();

/** `--data-dir "$UNSET"` would mean the folder one happens to be in. */
export function notEmpty(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
  return value;
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
