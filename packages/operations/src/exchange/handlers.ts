import type { Handlers } from '@notes/contract';
import type { Context } from '../platform/context.js';
import { deferHandlers } from '../platform/defer-handlers.js';

/** Handlers for imports, exports, archives and sites. */
export const exchangeHandlers = {
  ...deferHandlers(() => import('./import/import-folder.js'), ['importFolder']),
  ...deferHandlers(() => import('./export/export-notes.js'), ['exportNotes']),
  ...deferHandlers(() => import('./publication/publication.js'), ['planPublication', 'buildPublication']),
  ...deferHandlers(() => import('./archive/export-archive.js'), ['exportArchive']),
  ...deferHandlers(() => import('./archive/restore/restore-archive.js'), ['restoreArchive']),
  ...deferHandlers(() => import('./archive/drill-archive.js'), ['drillArchive']),
  ...deferHandlers(loadVerifyHandlers, ['verifyArchive', 'inspectArchive']),
  ...deferHandlers(loadPruneHandlers, ['pruneArchive']),
} satisfies Partial<Handlers<Context>>;

/** Loads functions that also work without a library, as handlers. */
async function loadVerifyHandlers(): Promise<Pick<Handlers<Context>, 'verifyArchive' | 'inspectArchive'>> {
  const { inspectArchiveFolder, verifyArchiveFolder } = await import('./archive/verify-archive-folder.js');
  return {
    verifyArchive: (context, input) => verifyArchiveFolder(input, context),
    inspectArchive: (_, input) => inspectArchiveFolder(input),
  };
}

async function loadPruneHandlers(): Promise<Pick<Handlers<Context>, 'pruneArchive'>> {
  const { pruneArchive } = await import('./archive/prune-archive.js');
  return {
    pruneArchive: (context, input) => pruneArchive(input, { ...context, databaseId: context.library.databaseId }),
  };
}
