import { LINES_BYTES } from '@notes/archive-manifest';

/** Lines that were made and are not used up yet. */
const PLACES = 8;

/** Indexes of the counters. */
const CLAIMED = 0;
const USED = 1;
const STATE = 2;

const OPEN = 1;

/** What threads that make the records of one archive have in common: memory, and nothing else of this is handed over. */
export interface SharedBoard {
  readonly counters: SharedArrayBuffer;
  readonly places: SharedArrayBuffer;
}

/** Says who makes which part, and how far. */
export class RecordBoard {
  readonly shared: SharedBoard;
  readonly #counters: Int32Array;

  constructor(shared: SharedBoard = newBoard()) {
    this.shared = shared;
    this.#counters = new Int32Array(shared.counters);
  }

  /** The first part that nobody makes yet, by its place among them, is the caller's to make. Each is answered once. */
  claim(): number {
    return Atomics.add(this.#counters, CLAIMED, 1);
  }

  isClaimed(part: number): boolean {
    return Atomics.load(this.#counters, CLAIMED) > part;
  }

  /** Lets those begin that wait for it. */
  open(): void {
    Atomics.store(this.#counters, STATE, OPEN);
    Atomics.notify(this.#counters, STATE);
  }

  /** Blocks the thread until it is open. */
  waitForOpen(): void {
    Atomics.wait(this.#counters, STATE, 0);
  }

  /** The oldest lines that were made are used up. */
  use(): void {
    Atomics.add(this.#counters, USED, 1);
    Atomics.notify(this.#counters, USED);
  }

  /** Memory for lines, of {@link LINES_BYTES}. Blocks the thread until there is some. @param made lines before these */
  place(made: number): Uint8Array {
    for (;;) {
      const used = Atomics.load(this.#counters, USED);
      if (made - used < PLACES) return new Uint8Array(this.shared.places, (made % PLACES) * LINES_BYTES, LINES_BYTES);
      Atomics.wait(this.#counters, USED, used);
    }
  }
}

const newBoard = (): SharedBoard => ({
  counters: new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT),
  places: new SharedArrayBuffer(PLACES * LINES_BYTES),
});
