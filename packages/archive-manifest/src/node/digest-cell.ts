/** Memory that two threads share for one answer: its state, then a digest or the code of an error, as ASCII. */
const ANSWER_AT = 4;
const ANSWER_BYTES = 64;
const WAITING = 0;
const DONE = 1;
const FAILED = 2;

const stateOf = (cell: SharedArrayBuffer) => new Int32Array(cell, 0, 1);

export const newCell = () => new SharedArrayBuffer(ANSWER_AT + ANSWER_BYTES);

/** @param answer a digest in hex, or the code of an error of the system */
export function fill(cell: SharedArrayBuffer, answer: string, isError: boolean): void {
  const bytes = new Uint8Array(cell, ANSWER_AT);
  for (let at = 0; at < Math.min(answer.length, ANSWER_BYTES); at += 1) bytes[at] = answer.charCodeAt(at);
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
  const answer = String.fromCharCode(...new Uint8Array(cell, ANSWER_AT)).replace(/\0+$/, '');
  if (state === DONE) return answer;
  throw Object.assign(new Error(`${answer}: a file could not be read`), { code: answer });
}
