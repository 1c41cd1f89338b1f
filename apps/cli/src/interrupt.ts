import type { OutputStream } from './output.js';

/** As a shell reports a command ended by Ctrl-C. */
export const INTERRUPTED = 130;

/** Ctrl-C during long work: the first asks it to stop at the next safe point, the second ends the process. */
export class Interrupt {
  readonly #controller = new AbortController();
  readonly #listener: () => void;

  constructor(stderr: OutputStream) {
    this.#listener = () => {
      if (this.signal.aborted) process.exit(INTERRUPTED);
      stderr.write('\nStopping at the next safe point; Ctrl-C again to stop now\n');
      this.#controller.abort();
    };
    process.on('SIGINT', this.#listener);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  release(): void {
    process.off('SIGINT', this.#listener);
  }
}
