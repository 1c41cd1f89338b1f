import type { LoggedOperation } from '@notes/sync-protocol';
import { getSubjectId } from './op-log.js';

/** Length of the texts in a slice, in UTF-16 code units, above which it takes no other entity. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** Collects about `most` consecutive operations, at most twice as many: operations on one entity stay together. */
export class OperationSlice {
  readonly operations: LoggedOperation[] = [];
  readonly #most: number;
  #isFull = false;
  #characters = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get isEmpty(): boolean {
    return this.operations.length === 0;
  }

  /** Adds an operation. Returns false when the slice is full, then and for all later operations. */
  takes(logged: LoggedOperation): boolean {
    const { length } = this.operations;
    const last = this.operations.at(-1);
    this.#isFull ||=
      (length >= this.#most || this.#characters > MAX_CHARACTERS) &&
      (length >= 2 * this.#most || (last && getSubjectId(last.operation)) !== getSubjectId(logged.operation));
    if (!this.#isFull) {
      this.operations.push(logged);
      if (logged.operation.op === 'doc.write') this.#characters += logged.operation.body?.length ?? 0;
    }
    return !this.#isFull;
  }
}
