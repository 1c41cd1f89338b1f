/** A day, in milliseconds. */
export const DAY_MS = 86_400_000;

/** Whether a window that began at some time is over; one of no length asks no clock. */
export const isPast = (since: number, windowMs: number, now: number): boolean =>
  windowMs === 0 || since + windowMs <= now;
