import type { Socket } from 'node:net';
import { type HttpBinding, ServiceError } from '@notes/contract';

/**
 * Time limit of a request, and watch for a client that disconnects. Most requests are answered in the turn in which
 * they arrive, when neither can happen, so a timer and listeners exist only for requests that outlive it.
 */
export class Deadline {
  readonly #limitMs: number | undefined;
  readonly #socket: Socket;
  readonly #onLate: (late: ServiceError) => void;
  readonly #startedAt = performance.now();
  readonly #interruptions = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #isWatching = false;
  #lose: (() => void) | undefined;
  #controller: AbortController | undefined;
  #reason: ServiceError | undefined;

  /**
   * Starts the time limit of a request that has just arrived.
   *
   * @param limitMs time limit in milliseconds; undefined for none
   * @param onLate sends the answer when the time limit is exceeded
   */
  constructor(limitMs: number | undefined, socket: Socket, onLate: (late: ServiceError) => void) {
    this.#limitMs = limitMs;
    this.#socket = socket;
    this.#onLate = onLate;
  }

  /** True when nobody waits for the answer any more: after a timeout answer, or when the client has disconnected. */
  get isOver(): boolean {
    return this.#reason !== undefined;
  }

  /** Signal that fires when nobody waits for the answer any more. */
  get signal(): AbortSignal {
    this.watch();
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /**
   * Calls `interrupt` when nobody waits for the answer any more; cheaper than a signal.
   *
   * @returns function that ends this, and may be called again
   */
  onOver(interrupt: () => void): () => void {
    this.watch();
    this.#interruptions.add(interrupt);
    return () => {
      this.#interruptions.delete(interrupt);
    };
  }

  /** Watches timer and client. Call it in the turn in which the request arrived. */
  watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    if (this.#limitMs !== undefined) {
      const passedMs = performance.now() - this.#startedAt;
      this.#timer = setTimeout(() => this.#beLate(), Math.ceil(this.#limitMs - passedMs));
    }
    this.#lose = () => this.#interrupt(new ServiceError('request_timeout', 'The client disconnected'));
    // The response of a pipelined request gets no event when the connection closes before its turn.
    this.#socket.once('close', this.#lose);
  }

  /** Stops watching, once the answer is ready. */
  end(): void {
    this.#isWatching = true;
    clearTimeout(this.#timer);
    if (this.#lose !== undefined) this.#socket.off('close', this.#lose);
  }

  #beLate(): void {
    const late = createTimeoutError();
    this.#interrupt(late);
    this.#onLate(late);
  }

  #interrupt(reason: ServiceError): void {
    this.#reason ??= reason;
    this.#controller?.abort(this.#reason);
    for (const interrupt of [...this.#interruptions]) interrupt();
  }
}

export const createTimeoutError = () => new ServiceError('request_timeout', 'The request exceeded its time limit');

/** Time limit of an operation, in milliseconds. */
export const getTimeLimitMs = (http: HttpBinding | null, configuredSeconds: number): number =>
  Math.max(http?.timeoutSeconds ?? 0, configuredSeconds) * 1000;
