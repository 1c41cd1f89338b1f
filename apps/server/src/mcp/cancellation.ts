/**
 * Tells a request that its client cancelled it or disconnected. The SDK makes an AbortController for each request; a
 * second one takes as long as the rest of a ping.
 */
export class Cancellation {
  #reason: string | undefined;
  #listener: ((reason: string) => void) | undefined;

  get isCancelled(): boolean {
    return this.#reason !== undefined;
  }

  /** Cancels the request; a second reason is ignored. */
  cancel(reason: string): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#listener?.(reason);
  }

  /** Sets the one listener; it is called at once for a request that is cancelled already. */
  listen(listener: (reason: string) => void): void {
    this.#listener = listener;
    if (this.#reason !== undefined) listener(this.#reason);
  }
}
