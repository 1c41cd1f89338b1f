/** One day in milliseconds. */
export const DAY_MS = 86_400_000;

/** Returns true when a window that began at `since` is over. A window of length 0 is always over. */
export const isPast = (since: number, windowMs: number, now: number): boolean =>
  windowMs === 0 || since + windowMs <= now;
