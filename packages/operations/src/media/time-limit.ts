/** A signal that aborts after a time, with another, or at `end`. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Aborts what still goes on. To be called in any case: it lets go of the timer and of the other signal. */
  end(): void;
}

/**
 * What `AbortSignal.any([outer, AbortSignal.timeout(…)])` is for, but not lost: garbage collection takes such a signal
 * of Node 20 while work still waits for it.
 */
export function timeLimit(milliseconds: number, outer?: AbortSignal): TimeLimit {
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
