import { operations } from '@notes/contract';
import { ownCommands, presentations } from './commands/index.js';
import { jobStarts } from './commands/job-start.js';
import type { Io } from './execute.js';
import { runCommandLine } from './run-command-line.js';

/** Runs one command line. Returns the exit code and never throws. */
export const run = (io: Io): Promise<number> =>
  runCommandLine(io, {
    rows: { ...operations, ...ownCommands },
    aliases: jobStarts,
    presentations: { ...presentations, ...ownCommands },
    loadOperations: () => import('@notes/operations'),
  });
