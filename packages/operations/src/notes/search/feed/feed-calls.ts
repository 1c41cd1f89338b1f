import type { SearchEngine } from '@notes/search-engine';
import type { Library, Sidecar } from '../../../platform/context.js';
import { startTimeLimit } from '../../../platform/time-limit.js';
import type { FeedTiming } from './feed-timing.js';

/** Parts that all steps of the feed use. */
export interface FeedParts {
  readonly library: Library;
  readonly sidecar: Sidecar;
  readonly timing: FeedTiming;
  /** Ends all calls of the engine when the feed stops. */
  readonly signal: AbortSignal;
}

/** Calls the engine with a time limit, until the feed stops. */
export async function callEngine<T>(
  { sidecar, timing, signal }: FeedParts,
  call: (engine: SearchEngine, signal: AbortSignal) => Promise<T>,
  limitMs = timing.answerLimitMs,
): Promise<T> {
  signal.throwIfAborted();
  const limit = startTimeLimit(limitMs, signal);
  try {
    return await call(sidecar.engine, limit.signal);
  } finally {
    limit.end();
  }
}
