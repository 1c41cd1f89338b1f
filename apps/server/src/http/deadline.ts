import type { Socket } from 'node:net';
import { type HttpBinding, ServiceError } from '@notes/contract';

export interface Deadline {
  /**
   * Signal that fires when nobody waits for the answer: after a timeout answer, or when the client has disconnected.
   */
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/** Watches the client of a request, and the time limit if any; `onLate` has to send the answer. */
export function startDeadline(
  limitMs: number | undefined,
  socket: Socket,
  onLate: (late: ServiceError) => void,
): Deadline {
  const ending = new AbortController();
  const beLate = () => {
    const late = createTimeoutError();
    ending.abort(late);
    onLate(late);
  };
  const onGone = () => ending.abort(new ServiceError('request_timeout', 'The client disconnected'));
  const timer = limitMs === undefined ? undefined : setTimeout(beLate, limitMs);
  // The response of a pipelined request gets no event when the connection closes before its turn.
  socket.once('close', onGone);
  const end = () => {
    clearTimeout(timer);
    socket.off('close', onGone);
  };
  return { signal: ending.signal, end };
}

export const createTimeoutError = () => new ServiceError('request_timeout', 'The request exceeded its time limit');

/** Time limit of an operation, in milliseconds. */
export const getTimeLimitMs = (http: HttpBinding | null, configuredSeconds: number): number =>
  Math.max(http?.timeoutSeconds ?? 0, configuredSeconds) * 1000;
