import type { Handlers } from '@notes/contract';
import type { Context } from '../platform/context.js';
import { deferHandlers } from '../platform/defer-handlers.js';
import { getGcReport } from './reports/gc.js';
import { getLintReport } from './reports/lint.js';
import { getReferenceReport } from './reports/reference.js';

/** Handlers for reports, repairs, garbage collection and retention. */
export const upkeepHandlers = {
  getLintReport,
  getGcReport,
  getReferenceReport,
  ...deferHandlers(() => import('./maintenance/purge.js'), ['purgeDocuments']),
  ...deferHandlers(() => import('./maintenance/gc.js'), ['collectGarbage']),
  ...deferHandlers(() => import('./maintenance/retention.js'), ['getRetentionReport', 'applyRetention']),
  ...deferHandlers(() => import('./doctor/check-library.js'), ['checkLibrary']),
  ...deferHandlers(() => import('./fix/fix-library.js'), ['fixLibrary']),
} satisfies Partial<Handlers<Context>>;
