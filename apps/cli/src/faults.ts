import type { Output } from './output.js';
import { toOneLine } from './text.js';

/** Errors of background work during a command. They are printed only after it succeeds: otherwise its own error names the cause. */
export class Faults {
  readonly #messages = new Set<string>();

  readonly add = (error: unknown): void => {
    this.#messages.add(error instanceof Error ? error.message : String(error));
  };

  /** Prints each message once. */
  print(out: Output): void {
    for (const message of this.#messages) out.warning(`Warning: ${toOneLine(message)}`);
  }
}
