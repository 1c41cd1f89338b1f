import { Alarm, type Clock } from './clock.js';

/** Idle time after which the text is saved; every save is a revision. */
const IDLE_MS = 3_000;
/** Maximum time of continuous typing before a save. */
const MAX_TYPING_MS = 20_000;
/** Delays before the first, second and later retries after a temporary failure. */
const RETRY_MS = [2_000, 5_000, 15_000, 60_000];

/** Timers of automatic saves. */
export class SaveTiming {
  readonly #idle: Alarm;
  readonly #longest: Alarm;
  readonly #retry: Alarm;
  /** Number of consecutive temporary failures. */
  #failures = 0;

  /**
   * @param onIdle called when typing pauses or has gone on for long
   * @param onRetry called when a failed save is due for a retry
   */
  constructor(clock: Clock, onIdle: () => void, onRetry: () => void) {
    this.#idle = new Alarm(clock, onIdle);
    this.#longest = new Alarm(clock, onIdle);
    this.#retry = new Alarm(clock, onRetry);
  }

  /** Records typing. A note the server does not know yet is saved at once. */
  recordTyping(isKnown: boolean): void {
    this.#idle.set(isKnown ? IDLE_MS : 0);
    this.#longest.setOnce(MAX_TYPING_MS);
  }

  /** Records that text was typed while a save was running. */
  recordTypingDuringSave(): void {
    this.#idle.setOnce(IDLE_MS);
  }

  recordFailure(): void {
    this.#retry.set(RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] as number);
    this.#failures += 1;
  }

  recordSuccess(): void {
    this.#failures = 0;
  }

  /** Stops all timers. */
  clear(): void {
    for (const alarm of [this.#idle, this.#longest, this.#retry]) alarm.clear();
  }
}
