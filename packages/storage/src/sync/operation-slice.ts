import type { LoggedOperation } from '@notes/sync-protocol';
import { getSubjectId } from './op-log.js';

/** Collects about `most` consecutive operations, at most twice as many: operations on one entity stay together. */
export class OperationSlice {
  readonly operations: LoggedOperation[] = [];
  readonly #most: number;
  #isFull = false;

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
      length >= this.#most &&
      (length >= 2 * this.#most || (last && getSubjectId(last.operation)) !== getSubjectId(logged.operation));
    if (!this.#isFull) this.operations.push(logged);
    return !this.#isFull;
  }
}
