import type { Socket } from 'node:net';
import { type HttpFace, ServiceError } from '@notes/contract';

export interface Deadline {
  /** Fires when nobody waits for the answer: the request was told that it took too long, or its client has gone. */
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/** Watches the client of a request, and the time when there is a limit; `onLate` is to answer. */
export function startDeadline(
  limitMs: number | undefined,
  socket: Socket,
  onLate: (late: ServiceError) => void,
): Deadline {
  const ending = new AbortController();
  const beLate = () => {
    const late = tooLate();
    ending.abort(late);
    onLate(late);
  };
  const onGone = () => ending.abort(new ServiceError('request_timeout', 'the client has gone'));
  const timer = limitMs === undefined ? undefined : setTimeout(beLate, limitMs);
  // Of a pipelined request the response is not told that the connection closed before its turn.
  socket.once('close', onGone);
  const end = () => {
    clearTimeout(timer);
    socket.off('close', onGone);
  };
  return { signal: ending.signal, end };
}

export const tooLate = () => new ServiceError('request_timeout', 'the request took too long');

/** How long an operation may take, in milliseconds. */
export const longestWork = (http: HttpFace | null, configuredSeconds: number): number =>
  Math.max(http?.timeoutSeconds ?? 0, configuredSeconds) * 1000;
