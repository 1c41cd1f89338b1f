import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Format, formats } from './presentation.js';
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
    .option('--profile <name>', 'which library and settings to use')
    .option('--config <file>', 'TOML file of settings')
    .option('--data-dir <dir>', 'where the library lies')
    .addOption(new Option('-o, --output <format>', 'how to print the answer').choices(formats))
    .option('--json', 'the same as --output json, errors included')
    .option('-q, --quiet', 'print nothing but the answer and errors')
    .option('-v, --verbose', 'print more about the work and its errors')
    .option('--no-color', 'print without colour')
    .option('--no-input', 'never ask or wait for a person')
    .option('--timeout <seconds>', 'give up after so long; long work stops at a checkpoint', seconds)
    .addOption(new Option('--progress <style>', 'how to show how far long work is').choices(progressStyles));
}

/** Largest timeout of a timer, in seconds. */
const MOST_SECONDS = 2_147_483;

function seconds(text: string): number {
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (value === 0 || value > MOST_SECONDS)
    throw new InvalidArgumentError(`It must be a number of seconds, ${MOST_SECONDS} at most.`);
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
