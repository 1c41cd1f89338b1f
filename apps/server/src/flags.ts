import type { ConfigFlags } from '@notes/operations/config';
import { type Command, InvalidArgumentError, Option } from 'commander';

const flags = () => [
  new Option('--config <file>', 'settings file in TOML format').argParser(requireNotEmpty),
  new Option('--profile <name>', 'profile with the library and settings to use').argParser(requireNotEmpty),
  new Option('--data-dir <dir>', 'folder of the library').argParser(requireNotEmpty),
  new Option('--set <key=value>', 'override a setting; may be repeated').argParser(collectValues),
];

/** Adds the flags that select a library and its settings. */
export function addConfigFlags(command: Command): Command {
  for (const flag of flags()) command.addOption(flag);
  return command;
}

/** Accepts these flags in any position, before a subcommand too; read them with {@link readFlags}. */
export function addHiddenConfigFlags(program: Command): Command {
  for (const flag of flags()) program.addOption(flag.hideHelp());
  return program;
}

/** Returns the flags of a command, wherever they were given. */
export const readFlags = <More = unknown>(command: Command): ConfigFlags & More => command.optsWithGlobals();

/** Rejects an empty value: `--data-dir "$UNSET"` would mean the current folder. */
export function requireNotEmpty(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
  return value;
}

function collectValues(value: string, before: string[] = []): string[] {
  return [...before, value];
}
