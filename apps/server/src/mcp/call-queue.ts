import { ServiceError } from '@notes/contract';

export interface CallQueueLimits {
  /** Maximum number of concurrent calls. */
  readonly maxRunning: number;
  /** Maximum number of waiting calls. */
  readonly maxWaiting: number;
}

interface WaitingCall {
  readonly start: () => void;
}

/** Limits the number of concurrent calls; the others wait in the order of arrival. */
export class CallQueue {
  readonly #limits: CallQueueLimits;
  readonly #waiting = new Set<WaitingCall>();
  #running = 0;

  constructor(limits: CallQueueLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a turn.
   *
   * @param maxWaitMs - longest wait, in milliseconds
   * @returns the function that ends the turn; each call must call it once
   * @throws ServiceError `rate_limited` when too many calls wait already, or the turn does not come in time; the reason
   * of `signal` when it fires first. Nothing was done in any of these cases.
   */
  enter(signal: AbortSignal, maxWaitMs: number): Promise<() => void> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const { maxRunning, maxWaiting } = this.#limits;
    if (this.#running < maxRunning) return Promise.resolve(this.#begin());
    if (this.#waiting.size >= maxWaiting) return Promise.reject(createQueueFullError(maxWaiting));
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#waiting.delete(call);
      };
      const call: WaitingCall = {
        start: () => {
          leave();
          resolve(this.#begin());
        },
      };
      const onAbort = () => {
        leave();
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        leave();
        reject(createWaitTimeoutError(maxWaitMs));
      }, maxWaitMs);
      signal.addEventListener('abort', onAbort);
      this.#waiting.add(call);
    });
  }

  #begin(): () => void {
    this.#running += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#running -= 1;
      const [next] = this.#waiting;
      next?.start();
    };
  }
}

const createQueueFullError = (waiting: number) =>
  new ServiceError('rate_limited', `${waiting} other calls are waiting already. Nothing was done`);

const createWaitTimeoutError = (ms: number) =>
  new ServiceError(
    'rate_limited',
    `The call waited ${ms / 1000} seconds, but other calls are still running. Nothing was done`,
  );
