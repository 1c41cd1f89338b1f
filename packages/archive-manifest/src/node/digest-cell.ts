import { DIGEST_LENGTH } from './file-digests.js';

/** Layout of the memory that two threads share for one answer: a state, then digests or an error code in ASCII. */
const ANSWER_AT = 4;
const WAITING = 0;
const DONE = 1;
const FAILED = 2;

const viewState = (cell: SharedArrayBuffer) => new Int32Array(cell, 0, 1);

/** Allocates a cell for so many digests. */
export const createCell = (digests: number) => new SharedArrayBuffer(ANSWER_AT + digests * DIGEST_LENGTH);

/**
 * Writes the answer into a cell.
 * @param answer digests in hexadecimal, or the error code of the system
 */
export function writeAnswer(cell: SharedArrayBuffer, answer: string, isError: boolean): void {
  Buffer.from(cell, ANSWER_AT).write(answer, 'latin1');
  Atomics.store(viewState(cell), 0, isError ? FAILED : DONE);
  Atomics.notify(viewState(cell), 0);
}

/**
 * Waits for the answer; returns undefined after the timeout.
 *
 * @throws an error with the code that the cell holds
 */
export function waitForAnswer(cell: SharedArrayBuffer, timeoutMs: number): string | undefined {
  Atomics.wait(viewState(cell), 0, WAITING, timeoutMs);
  const state = Atomics.load(viewState(cell), 0);
  if (state === WAITING) return undefined;
  const bytes = Buffer.from(cell, ANSWER_AT);
  const end = bytes.indexOf(0);
  const answer = bytes.toString('latin1', 0, end === -1 ? bytes.length : end);
  if (state === DONE) return answer;
  throw Object.assign(new Error(`A file could not be read: ${answer}`), { code: answer });
}
