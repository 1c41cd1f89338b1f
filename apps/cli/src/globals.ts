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
    .option('--profile <name>', 'Profile with the library and settings to use.')
    .option('--config <file>', 'Settings file in TOML format.')
    .option('--data-dir <dir>', 'Folder of the library.')
    .addOption(new Option('-o, --output <format>', 'Output format.').choices(formats))
    .option('--json', 'Same as --output json. Errors are JSON too.')
    .option(
      '-q, --quiet',
      'Print only results and errors: nothing after an import, export, sync or verification that went well, unless a format is given.',
    )
    .option('-v, --verbose', 'Print complete lists and details of internal errors.')
    .option('--no-color', 'Disable colours.')
    .option('--no-input', 'Never ask for input.')
    .option('--timeout <seconds>', 'Stop after this time. Long-running work stops at a checkpoint.', parseSeconds)
    .addOption(new Option('--progress <style>', 'Progress display of long-running work.').choices(progressStyles));
}

/** Returns the given flags that choose the library, as words of a command line. */
export function toLibraryFlags({ profile, config, dataDir }: GlobalFlags): string[] {
  const given = Object.entries({ '--profile': profile, '--config': config, '--data-dir': dataDir });
  return given.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
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
