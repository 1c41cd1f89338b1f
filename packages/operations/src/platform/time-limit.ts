/** A signal that aborts after a time, with another signal and its reason, or at `end`. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Aborts running work. Must always be called, since it releases the timer and the listener on the other signal. */
  end(): void;
}

/**
 * Replaces `AbortSignal.any([outer, AbortSignal.timeout(…)])`, whose signal Node 20 may garbage-collect while work
 * still waits for it.
 *
 * @param milliseconds time until the signal aborts
 * @param outer signal that also aborts it
 */
export function startTimeLimit(milliseconds: number, outer?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  const abort = (reason?: unknown) => {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abortWithOuter);
    controller.abort(reason);
  };
  const abortWithOuter = () => abort(outer?.reason);
  const timer = setTimeout(() => abort(createTimeoutReason()), milliseconds);
  outer?.addEventListener('abort', abortWithOuter);
  if (outer?.aborted === true) abortWithOuter();
  return { signal: controller.signal, end: () => abort() };
}

/** Creates the reason that `AbortSignal.timeout` has, by which others recognise a timeout. */
const createTimeoutReason = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError');
