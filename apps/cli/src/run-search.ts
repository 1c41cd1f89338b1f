import { searchRows } from '@notes/contract';
import * as operations from '@notes/operations/search';
import { search } from './commands/search.js';
import type { Io } from './execute.js';
import { runCommandLine } from './run-command-line.js';

/** Runs the command line of a search, like `run`, without loading the other commands and operations. */
export const run = (io: Io): Promise<number> =>
  runCommandLine(io, {
    rows: { searchDocuments: searchRows.searchDocuments },
    presentations: { searchDocuments: search },
    loadOperations: async () => operations,
  });
