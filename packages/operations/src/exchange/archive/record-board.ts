import { LINES_BUFFER_BYTES } from '@notes/archive-manifest';

/** Slots for line buffers that are made and not yet written. */
const SLOT_COUNT = 8;

/** Indexes of the counters. */
const CLAIMED = 0;
const USED = 1;
const STATE = 2;

const OPEN = 1;

/** Shared memory that coordinates the threads that make the records of one archive. */
export interface SharedBoard {
  readonly counters: SharedArrayBuffer;
  readonly slots: SharedArrayBuffer;
}

/** Assigns parts to threads and limits how many line buffers are in use. */
export class RecordBoard {
  readonly shared: SharedBoard;
  readonly #counters: Int32Array;

  constructor(shared: SharedBoard = createBoard()) {
    this.shared = shared;
    this.#counters = new Int32Array(shared.counters);
  }

  /**
   * Claims the next part.
   *
   * @returns its index, at or beyond the number of parts when none is left
   */
  claim(): number {
    return Atomics.add(this.#counters, CLAIMED, 1);
  }

  isClaimed(part: number): boolean {
    return Atomics.load(this.#counters, CLAIMED) > part;
  }

  /** Wakes the threads that wait for the board to open. */
  open(): void {
    Atomics.store(this.#counters, STATE, OPEN);
    Atomics.notify(this.#counters, STATE);
  }

  /** Blocks the thread until the board is open. */
  waitForOpen(): void {
    Atomics.wait(this.#counters, STATE, 0);
  }

  /** Releases the slot of the oldest lines. */
  releaseSlot(): void {
    Atomics.add(this.#counters, USED, 1);
    Atomics.notify(this.#counters, USED);
  }

  /**
   * Returns a slot of {@link LINES_BUFFER_BYTES} bytes. Blocks the thread until one is free.
   *
   * @param made number of line buffers made before this one
   */
  waitForSlot(made: number): Uint8Array {
    for (;;) {
      const used = Atomics.load(this.#counters, USED);
      if (made - used < SLOT_COUNT)
        return new Uint8Array(this.shared.slots, (made % SLOT_COUNT) * LINES_BUFFER_BYTES, LINES_BUFFER_BYTES);
      Atomics.wait(this.#counters, USED, used);
    }
  }
}

const createBoard = (): SharedBoard => ({
  counters: new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT),
  slots: new SharedArrayBuffer(SLOT_COUNT * LINES_BUFFER_BYTES),
});
