import { Alarm, type Clock } from './clock.js';

/** How long nothing is typed before it is saved; every save is a revision. */
const IDLE_MS = 3_000;
/** How long typing may go on before it is saved all the same. */
const LONGEST_MS = 20_000;
/** How long what failed in passing waits to be tried again: the first time, the second, and so on. */
const RETRY_MS = [2_000, 5_000, 15_000, 60_000];

/** When what is written is saved though nobody asks for it. */
export class SaveTiming {
  readonly #idle: Alarm;
  readonly #longest: Alarm;
  readonly #retry: Alarm;
  /** How often in a row saving failed in passing. */
  #failures = 0;

  /** `onRest` is called once typing rests or has gone on for long, `onRetry` when a save is to be tried again. */
  constructor(clock: Clock, onRest: () => void, onRetry: () => void) {
    this.#idle = new Alarm(clock, onRest);
    this.#longest = new Alarm(clock, onRest);
    this.#retry = new Alarm(clock, onRetry);
  }

  /** Something was typed; what the server knows nothing of yet is not waited with. */
  typed(isKnown: boolean): void {
    this.#idle.set(isKnown ? IDLE_MS : 0);
    this.#longest.setOnce(LONGEST_MS);
  }

  /** A save is at its end, and something was typed meanwhile. */
  typedMeanwhile(): void {
    this.#idle.setOnce(IDLE_MS);
  }

  failed(): void {
    this.#retry.set(RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] as number);
    this.#failures += 1;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  /** Nothing is due any more. */
  clear(): void {
    for (const alarm of [this.#idle, this.#longest, this.#retry]) alarm.clear();
  }
}
