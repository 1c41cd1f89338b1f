import { ServiceError } from '@notes/contract';
import type { CallContext } from '../context.js';

/** Less than a request may take by default, so that it is still told what took too long. */
const DEADLINE_MS = 25_000;

export interface ReportRun {
  /** As built: its default export is run. */
  readonly module: URL;
  readonly task: unknown;
  readonly deadlineMs?: number;
}

/**
 * Looks through a whole library off the event loop, one report at a time, for as long as the call's signal lets it.
 *
 * @throws ServiceError `request_timeout` when it takes too long, or nobody waits for it any more
 */
export async function runReport<Result>(
  { signal }: Pick<CallContext, 'signal'>,
  { module, task, deadlineMs = DEADLINE_MS }: ReportRun,
): Promise<Result> {
  const { reporting } = await import('../workers.js');
  const result = await reporting.run<Result, null>({ module, task, deadlineMs, signal }, null);
  if (result !== null) return result;
  throw new ServiceError('request_timeout', 'the library could not be looked through in time');
}
