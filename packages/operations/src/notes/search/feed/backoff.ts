/** Bounds of a pause, in milliseconds. */
export interface PauseBounds {
  readonly minMs: number;
  readonly maxMs: number;
}

/**
 * Returns the pause after a number of failures in a row: doubled by each up to the maximum, less up to a half by
 * chance, so that clients of one server do not return at once.
 */
export function getBackoffMs(failures: number, { minMs, maxMs }: PauseBounds): number {
  const full = Math.min(maxMs, minMs * 2 ** Math.max(0, failures - 1));
  return full * (0.5 + Math.random() / 2);
}

/** Returns an interval that is up to a tenth longer by chance. */
export const addJitter = (ms: number): number => ms * (1 + Math.random() / 10);
