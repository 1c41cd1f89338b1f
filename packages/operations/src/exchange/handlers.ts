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
  ...deferHandlers(loadVerifyHandlers, ['verifyArchive', 'inspectArchive']),
  ...deferHandlers(loadPruneHandlers, ['pruneArchive']),
} satisfies Partial<Handlers<Context>>;

/** Loads functions that also work without a library, as handlers. */
async function loadVerifyHandlers(): Promise<Pick<Handlers<Context>, 'verifyArchive' | 'inspectArchive'>> {
  const { inspect, verify } = await import('./archive/verify.js');
  return { verifyArchive: (context, input) => verify(input, context), inspectArchive: (_, input) => inspect(input) };
}

async function loadPruneHandlers(): Promise<Pick<Handlers<Context>, 'pruneArchive'>> {
  const { pruneArchive } = await import('./archive/prune-archive.js');
  return {
    pruneArchive: (context, input) => pruneArchive(input, { ...context, databaseId: context.library.databaseId }),
  };
}
