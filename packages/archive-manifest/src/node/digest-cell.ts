import { DIGEST_LENGTH } from './file-digests.js';

/** Memory that two threads share for one answer: its state, then digests or the code of an error, as ASCII. */
const ANSWER_AT = 4;
const WAITING = 0;
const DONE = 1;
const FAILED = 2;

const stateOf = (cell: SharedArrayBuffer) => new Int32Array(cell, 0, 1);

/** For so many digests. */
export const newCell = (digests: number) => new SharedArrayBuffer(ANSWER_AT + digests * DIGEST_LENGTH);

/** @param answer digests in hex, or the code of an error of the system */
export function fill(cell: SharedArrayBuffer, answer: string, isError: boolean): void {
  Buffer.from(cell, ANSWER_AT).write(answer, 'latin1');
  Atomics.store(stateOf(cell), 0, isError ? FAILED : DONE);
  Atomics.notify(stateOf(cell), 0);
}

/**
 * Waits so long for the answer; undefined where there is none.
 *
 * @throws an error with the code that is the answer
 */
export function takeFrom(cell: SharedArrayBuffer, patienceMs: number): string | undefined {
  Atomics.wait(stateOf(cell), 0, WAITING, patienceMs);
  const state = Atomics.load(stateOf(cell), 0);
  if (state === WAITING) return undefined;
  const bytes = Buffer.from(cell, ANSWER_AT);
  const end = bytes.indexOf(0);
  const answer = bytes.toString('latin1', 0, end === -1 ? bytes.length : end);
  if (state === DONE) return answer;
  throw Object.assign(new Error(`${answer}: a file could not be read`), { code: answer });
}
