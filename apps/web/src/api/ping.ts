import { noAnswer } from './refusal.js';

/** A service that takes longer counts as one that is away. */
const AWAY_MS = 3_000;

/**
 * Asks the service for nothing but an answer.
 *
 * @throws ApiError `offline` where none comes
 */
export async function ping(): Promise<void> {
  try {
    await fetch('/healthz', { signal: AbortSignal.timeout(AWAY_MS) });
  } catch {
    throw noAnswer();
  }
}
