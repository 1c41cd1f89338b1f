import { type Command, InvalidArgumentError } from 'commander';

/** Adds the flags that say which library and which settings. */
export const configurable = (command: Command): Command =>
  command
    .option('--config <file>', 'TOML file of settings', notEmpty)
    .option('--profile <name>', 'which library and settings to use', notEmpty)
    .option('--data-dir <dir>', 'where the library lies', notEmpty)
    .option('--set <key=value>', 'any setting; may be repeated', collect);

const collect = (value: string, before: string[] = []) => [...before, value];

/** `--data-dir "$UNSET"` would mean the folder one happens to be in. */
export function notEmpty(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
  return value;
}
