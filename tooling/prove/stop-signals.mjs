// @ts-check
import { constants } from 'node:os';

/** Signals that end a run: Ctrl-C, `kill`, and a terminal that closes. */
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Aborts instead of ending this process when it is told to end. Its scripts are in process groups of their own, which a
 * signal of the terminal does not reach.
 * @returns {AbortSignal} its reason is the name of the signal
 */
export function abortOnSignals() {
  const stop = new AbortController();
  for (const name of SIGNALS) process.on(name, () => stop.abort(name));
  return stop.signal;
}

/** Returns the exit code of a process that this signal ended, as shells report it. */
export const toExitCode = (/** @type {AbortSignal} */ { reason }) =>
  128 + constants.signals[/** @type {NodeJS.Signals} */ (reason)];
