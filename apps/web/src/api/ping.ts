import { send } from './client.js';

/** A service that takes longer counts as one that is away. */
const AWAY_MS = 3_000;

/**
 * Asks the service for nothing but an answer.
 *
 * @throws ApiError `offline` where none comes
 */
export async function ping(): Promise<void> {
  await send(new Request('/healthz', { signal: AbortSignal.timeout(AWAY_MS) }));
}
