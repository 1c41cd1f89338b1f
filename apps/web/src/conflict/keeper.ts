import { Alarm, systemClock } from '../drafts/clock.js';

/** How soon what is decided is kept. */
const KEEP_MS = 300;

/** Keeps what is made of a conflict, once something was. */
export class ResultKeeper {
  readonly #put: () => Promise<void>;
  readonly #alarm = new Alarm(systemClock, () => void this.keep());
  #isDue = false;
  #isEnded = false;

  constructor(put: () => Promise<void>) {
    this.#put = put;
  }

  keepSoon(): void {
    this.#isDue = true;
    this.#alarm.setOnce(KEEP_MS);
  }

  /** What was made is kept when this resolves. */
  async keep(): Promise<void> {
    this.#alarm.clear();
    if (!this.#isDue || this.#isEnded) return;
    this.#isDue = false;
    await this.#put().catch(() => undefined);
  }

  /** Nothing is kept from now on: it is decided. */
  end(): void {
    this.#isEnded = true;
    this.#alarm.clear();
  }
}
