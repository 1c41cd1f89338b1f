import type { Library } from './context.js';
import { FaultThrottle } from './jobs/fault-throttle.js';

export interface PollingOptions {
  readonly library: Pick<Library, 'store'>;
  /** Called with an error of a check, once a minute while the error persists. */
  readonly onError: (error: unknown) => void;
}

const POLL_INTERVAL_MS = 1_000;

/**
 * Checks a library for writes of other processes once a second. A check that fails, as on a busy or damaged disk, is
 * reported, and the next one tries again.
 *
 * @returns function that ends the checks
 */
export function startPolling({ library, onError }: PollingOptions): () => void {
  const faults = new FaultThrottle();
  const poll = () => {
    try {
      library.store.poll();
    } catch (error) {
      if (faults.shouldReport(error, performance.now())) onError(error);
    }
  };
  const timer = setInterval(poll, POLL_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
