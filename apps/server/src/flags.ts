import type { ConfigFlags } from '@notes/operations/config';
import { type Command, InvalidArgumentError, Option } from 'commander';

const flags = () => [
  new Option('--config <file>', 'settings file in TOML format').argParser(notEmpty),
  new Option('--profile <name>', 'profile with the library and settings to use').argParser(notEmpty),
  new Option('--data-dir <dir>', 'folder of the library').argParser(notEmpty),
  new Option('--set <key=value>', 'override a setting; may be repeated').argParser(collect),
];

/** Adds the flags that select a library and its settings. */
export function configurable(command: Command): Command {
  for (const flag of flags()) command.addOption(flag);
  return command;
}

/** Accepts these flags in any position, before a subcommand too; read them with {@link flagsOf}. */
export function configurableAnywhere(program: Command): Command {
  for (const flag of flags()) program.addOption(flag.hideHelp());
  return program;
}

/** Returns the flags of a command, wherever they were given. */
export const flagsOf = <More = unknown>(command: Command): ConfigFlags & More => command.optsWithGlobals();

/** Rejects an empty value: `--data-dir "$UNSET"` would mean the current folder. */
export function notEmpty(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
  return value;
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
