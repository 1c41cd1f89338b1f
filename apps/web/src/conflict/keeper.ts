import { Alarm, systemClock } from '../drafts/clock.js';
import type { Deciding } from './deciding.js';
import { decidings } from './decidings.js';

/** How soon what is decided is kept. */
const KEEP_MS = 300;

/** Keeps what is made of a conflict, once something was. */
export class ResultKeeper {
  readonly #made: () => Deciding;
  readonly #alarm = new Alarm(systemClock, () => void this.keep());
  #isDue = false;
  #isEnded = false;

  constructor(made: () => Deciding) {
    this.#made = made;
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
    await decidings.put(this.#made()).catch(() => undefined);
  }

  /** Nothing is kept from now on: it is decided. */
  end(): void {
    this.#isEnded = true;
    this.#alarm.clear();
  }
}
