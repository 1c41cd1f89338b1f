import { ServiceError } from '@notes/contract';
import { CommanderError } from 'commander';
import { execute, type Io } from './execute.js';
import { type Failure, toFailure } from './failures.js';
import { wantsJson } from './globals.js';
import { buildProgram, type ProgramOptions } from './program.js';
import type { SessionOperations } from './session.js';
import { toOneLine } from './text.js';

/** Commands that a command line may name, and the operations that they run. */
export interface CommandSet extends Pick<ProgramOptions, 'rows' | 'aliases' | 'presentations'> {
  readonly loadOperations: () => Promise<SessionOperations>;
}

/** Runs one command line. Returns the exit code and never throws. */
export async function runCommandLine(io: Io, { loadOperations, ...commands }: CommandSet): Promise<number> {
  let exit = 0;
  const program = buildProgram({
    ...commands,
    execute: async (request) => {
      exit = await execute(io, { ...request, loadOperations });
    },
    writeOut: (text) => io.stdout.write(text),
    writeErr: (text) => io.stderr.write(text),
  });
  try {
    await program.parseAsync(io.argv, { from: 'user' });
    return exit;
  } catch (error) {
    return report(io, await explainError(error));
  }
}

/** Code of commander for a command without its subcommand: the help on standard error is the whole answer. */
const HELP_SHOWN = 'commander.help';

/** Explains errors with a code of the system or of SQLite; operations are loaded only for such errors. */
async function explainError(error: unknown): Promise<unknown> {
  const isCoded = error instanceof Error && 'code' in error && !(error instanceof CommanderError);
  if (!isCoded || error instanceof ServiceError) return error;
  const { toServiceError } = await import('@notes/operations');
  return toServiceError(error);
}

function report(io: Io, error: unknown): number {
  const failure = toFailure(error);
  if (failure === null) return 0;
  if (!(error instanceof CommanderError && error.code === HELP_SHOWN)) io.stderr.write(`${describe(io, failure)}\n`);
  const isVerbose = io.argv.includes('-v') || io.argv.includes('--verbose');
  if (failure.code === 'internal_error' && isVerbose && error instanceof Error) io.stderr.write(`${error.stack}\n`);
  return failure.exit;
}

function describe(io: Io, { code, message, candidates }: Failure): string {
  const shown = candidates === undefined ? { code, message } : { code, message, candidates };
  if (wantsJson(io.argv)) return JSON.stringify({ error: shown });
  const listed = (candidates ?? []).map(({ id, notebook }) => `\n  ${id}  ${toOneLine(notebook)}`);
  return `notes: ${toOneLine(message)}${listed.join('')}`;
}
