import { ServiceError } from '@notes/contract';

/** Less than a request may take by default, so that it is still told what took too long. */
const DEADLINE_MS = 25_000;

/**
 * Runs the task of a built module that looks through a whole library, off the event loop, one at a time.
 *
 * @throws ServiceError `request_timeout` when it takes too long
 */
export async function runReport<Result>(module: URL, task: unknown, deadlineMs = DEADLINE_MS): Promise<Result> {
  const { reporting } = await import('../workers.js');
  const result = await reporting.run<Result, null>({ module, task, deadlineMs }, null);
  if (result !== null) return result;
  throw new ServiceError('request_timeout', 'the library could not be looked through in time');
}
