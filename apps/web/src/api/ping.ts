import { send } from './client.js';

/** Timeout after which the service counts as unreachable. */
const AWAY_MS = 3_000;

/**
 * Checks that the service is reachable.
 *
 * @throws ApiError `offline` when no response arrives
 */
export async function ping(): Promise<void> {
  await send(new Request('/healthz', { signal: AbortSignal.timeout(AWAY_MS) }));
}
