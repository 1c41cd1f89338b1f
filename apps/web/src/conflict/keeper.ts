import { Alarm, systemClock } from '../drafts/clock.js';

/** Pause between two writes of a long result, in milliseconds. */
const KEEP_MS = 300;
/** Length in characters above which a result is not written with every change. */
const MAX_CHARACTERS = 200_000;

/**
 * Stores the result in progress of a conflict in this browser. A change is written before its task ends, one write at a
 * time.
 */
export class ResultKeeper {
  readonly #put: () => Promise<void>;
  readonly #sizeOf: () => number;
  readonly #alarm = new Alarm(systemClock, () => void this.keep());
  #running: Promise<void> | undefined;
  #isDue = false;
  #isEnded = false;

  /** @param sizeOf returns the length of the result in characters */
  constructor(store: () => Promise<void>, sizeOf: () => number) {
    this.#put = store;
    this.#sizeOf = sizeOf;
  }

  /** Records that the result changed. */
  keepSoon(): void {
    this.#isDue = true;
    if (this.#sizeOf() > MAX_CHARACTERS) this.#alarm.setOnce(KEEP_MS);
    else if (this.#running === undefined) void this.keep();
  }

  /** Writes the result; it is stored when the promise resolves. */
  async keep(): Promise<void> {
    this.#alarm.clear();
    if (this.#isDue && !this.#isEnded) {
      this.#isDue = false;
      const running = this.#put().catch(() => undefined);
      this.#running = running;
      await running;
      if (this.#running === running) this.#running = undefined;
    } else await this.#running;
    if (this.#isDue && !this.#isEnded) await this.keep();
  }

  /** Stops storing the result, because the conflict is resolved. */
  end(): void {
    this.#isEnded = true;
    this.#alarm.clear();
  }
}
