import { ServiceError } from '@notes/contract';
import type { CallContext } from '../context.js';

export interface ReportRun {
  /** As built: its default export is run. */
  readonly module: URL;
  readonly task: unknown;
}

/**
 * Looks through a whole library off the event loop, one report at a time, for as long as the call's signal lets it.
 *
 * @throws ServiceError `request_timeout` when nobody waits for it any more, or too many reports wait
 */
export async function runReport<Result>(
  { signal }: Pick<CallContext, 'signal'>,
  { module, task }: ReportRun,
): Promise<Result> {
  const { reporting } = await import('../workers.js');
  const result = await reporting.run<Result, null>({ module, task, signal }, null);
  if (result !== null) return result;
  throw new ServiceError('request_timeout', 'the library could not be looked through in time');
}
