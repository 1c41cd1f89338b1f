import { operations } from '@notes/contract';
import { CommanderError } from 'commander';
import { ownCommands, presentations } from './commands/index.js';
import { execute, type Io } from './execute.js';
import { type Failure, failureOf } from './failures.js';
import { wantsJson } from './globals.js';
import { buildProgram } from './program.js';
import { oneLine } from './text.js';

/** Runs one command line; answers the exit code and never throws. */
export async function run(io: Io): Promise<number> {
  let exit = 0;
  const program = buildProgram({
    rows: { ...operations, ...ownCommands },
    presentations: { ...presentations, ...ownCommands },
    execute: async (request) => {
      exit = await execute(io, request);
    },
    writeOut: (text) => io.stdout.write(text),
    writeErr: (text) => io.stderr.write(text),
  });
  try {
    await program.parseAsync(io.argv, { from: 'user' });
    return exit;
  } catch (error) {
    return report(io, error);
  }
}

/** A command that needs another word prints its help on standard error: that is answer enough. */
const HELP_SHOWN = 'commander.help';

function report(io: Io, error: unknown): number {
  const failure = failureOf(error);
  if (failure === null) return 0;
  if (!(error instanceof CommanderError && error.code === HELP_SHOWN)) io.stderr.write(`${describe(io, failure)}\n`);
  const isVerbose = io.argv.includes('-v') || io.argv.includes('--verbose');
  if (failure.code === 'internal_error' && isVerbose && error instanceof Error) io.stderr.write(`${error.stack}\n`);
  return failure.exit;
}

function describe(io: Io, { code, message, candidates }: Failure): string {
  const shown = candidates === undefined ? { code, message } : { code, message, candidates };
  if (wantsJson(io.argv)) return JSON.stringify({ error: shown });
  const listed = (candidates ?? []).map(({ id, notebook }) => `\n  ${id}  ${oneLine(notebook)}`);
  return `notes: ${oneLine(message)}${listed.join('')}`;
}
