import type { PauseBounds } from './backoff.js';

/** Intervals and time limits of the feed, in milliseconds. */
export interface FeedTiming {
  /**
   * Bounds of the pause after a write, in which further writes come into the same batch. The pause is long when a batch
   * takes long, since a large batch costs an engine little more than a small one.
   */
  readonly coalesce: PauseBounds;
  /** Interval of the descriptions of the engine. */
  readonly describeMs: number;
  readonly reconcileMs: number;
  /** Interval at which changes are sent while library and index are compared. */
  readonly sendWhileComparingMs: number;
  /** Pause before differences that a reconciliation left are repaired again. */
  readonly retryReconcileMs: number;
  /** Length of an outage after which the index is compared with the library. */
  readonly longOutageMs: number;
  /** Pauses after failures of the engine. */
  readonly outage: PauseBounds;
  /** Pauses after refusals of one note. */
  readonly refusal: PauseBounds;
  readonly describeLimitMs: number;
  readonly answerLimitMs: number;
}

export const FEED_TIMING: FeedTiming = {
  coalesce: { minMs: 100, maxMs: 1_000 },
  describeMs: 4_000,
  reconcileMs: 24 * 3_600_000,
  sendWhileComparingMs: 500,
  retryReconcileMs: 10 * 60_000,
  longOutageMs: 10 * 60_000,
  outage: { minMs: 1_000, maxMs: 60_000 },
  refusal: { minMs: 2_000, maxMs: 60_000 },
  describeLimitMs: 5_000,
  answerLimitMs: 60_000,
};
