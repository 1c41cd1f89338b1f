import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Format, formats } from './formats.js';
import { type ProgressStyle, progressStyles } from './progress.js';

/** Flags that every command takes, before or after its name. */
export interface GlobalFlags {
  readonly config?: string;
  readonly profile?: string;
  readonly dataDir?: string;
  readonly output?: Format;
  readonly json?: true;
  readonly quiet?: true;
  readonly verbose?: true;
  readonly color: boolean;
  readonly input: boolean;
  /** Timeout in seconds. */
  readonly timeout?: number;
  readonly progress?: ProgressStyle;
}

export function declareGlobals(program: Command): void {
  program
    .option('--profile <name>', 'profile with the library and settings to use')
    .option('--config <file>', 'settings file in TOML format')
    .option('--data-dir <dir>', 'folder of the library')
    .addOption(new Option('-o, --output <format>', 'output format').choices(formats))
    .option('--json', 'same as --output json; errors are JSON too')
    .option('-q, --quiet', 'print only results and errors')
    .option('-v, --verbose', 'print complete lists and details of internal errors')
    .option('--no-color', 'disable colours')
    .option('--no-input', 'never ask for input')
    .option('--timeout <seconds>', 'stop after this time; long-running work stops at a checkpoint', parseSeconds)
    .addOption(new Option('--progress <style>', 'progress display of long-running work').choices(progressStyles));
}

/** Largest timeout of a timer, in seconds. */
const MAX_TIMEOUT_SECONDS = 2_147_483;

function parseSeconds(text: string): number {
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (value === 0 || value > MAX_TIMEOUT_SECONDS)
    throw new InvalidArgumentError(`It must be a number of seconds above 0, ${MAX_TIMEOUT_SECONDS} at most.`);
  return value;
}

/** Returns true when errors have to be JSON. It works even when the command line is invalid. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const flags = end === -1 ? argv : argv.slice(0, end);
  return flags.some((flag, index) => {
    if (flag === 'json') return flags[index - 1] === '-o' || flags[index - 1] === '--output';
    return ['--json', '--output=json', '-ojson'].includes(flag);
  });
}
