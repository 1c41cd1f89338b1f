/** A signal that aborts after a time, with another signal, or at `end`. */
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
  const end = () => {
    clearTimeout(timer);
    outer?.removeEventListener('abort', end);
    controller.abort();
  };
  const timer = setTimeout(end, milliseconds);
  outer?.addEventListener('abort', end);
  if (outer?.aborted === true) end();
  return { signal: controller.signal, end };
}
