import type { ConfigFlags } from '@notes/operations/config';
import { type Command, InvalidArgumentError, Option } from 'commander';

const flags = () => [
  new Option('--config <file>', 'Settings file in TOML format.').argParser(requireNotEmpty),
  new Option('--profile <name>', 'Profile with the library and settings to use.').argParser(requireNotEmpty),
  new Option('--data-dir <dir>', 'Folder of the library.').argParser(requireNotEmpty),
  new Option('--set <key=value>', 'Override a setting. May be repeated.').argParser(collectValues),
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

/** Adds the flag for the address that the service listens on. */
export const addListenFlag = (command: Command): Command =>
  command.option(
    '--listen <host:port>',
    'Loopback address; port 0 selects any free port. Default: server.listen_addr, which is 127.0.0.1:8080 unless set.',
    requireNotEmpty,
  );

/** Rejects an empty value: `--data-dir "$UNSET"` would mean the current folder. */
export function requireNotEmpty(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
  return value;
}

function collectValues(value: string, before: string[] = []): string[] {
  return [...before, value];
}
