import { archiveRows } from '@notes/contract';
import { archiveDrill, archiveExport, archiveInspect, archivePrune, archiveVerify } from './commands/archive.js';
import { archiveRestore } from './commands/archive-restore.js';
import type { Io } from './execute.js';
import { runCommandLine } from './run-command-line.js';

/** Runs the command line of an archive, like `run`, without loading the other commands and operations. */
export const run = (io: Io): Promise<number> =>
  runCommandLine(io, {
    rows: archiveRows,
    presentations: {
      exportArchive: archiveExport,
      verifyArchive: archiveVerify,
      inspectArchive: archiveInspect,
      restoreArchive: archiveRestore,
      pruneArchive: archivePrune,
      drillArchive: archiveDrill,
    },
    loadOperations: () => import('@notes/operations/archive-export'),
  });
