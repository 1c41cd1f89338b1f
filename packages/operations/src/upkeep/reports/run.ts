import { ServiceError } from '@notes/contract';
import type { CallContext } from '../../platform/context.js';

export interface ReportRun {
  /** URL of the built module. Its default export is run. */
  readonly module: URL;
  readonly task: unknown;
}

/**
 * Runs a report over a whole library in a worker, one report at a time, until the call's signal ends it.
 *
 * @throws ServiceError `request_timeout` when the caller has gone, or too many reports wait
 */
export async function runReport<Result>(
  { signal }: Pick<CallContext, 'signal'>,
  { module, task }: ReportRun,
): Promise<Result> {
  const { reportWorker } = await import('../../platform/workers.js');
  const result = await reportWorker.run<Result, null>({ module, task, signal }, null);
  if (result !== null) return result;
  throw new ServiceError('request_timeout', 'Reading the library exceeded the time limit. Try again later');
}
