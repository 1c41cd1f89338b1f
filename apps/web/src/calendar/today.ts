import { signal } from '@preact/signals';
import type { Day } from './days.js';

/** Returns the local day of a moment. */
export const localDay = (at: Date): Day =>
  [
    String(at.getFullYear()).padStart(4, '0'),
    ...[at.getMonth() + 1, at.getDate()].map((value) => String(value).padStart(2, '0')),
  ].join('-');

/** Interval of checks in milliseconds: short, because timers stop while the computer sleeps. */
const CHECK_MS = 30_000;

/** Local day at the last check. */
const checkedDay = signal(localDay(new Date()));

/** Returns the local day. A component that calls it renders again when the next day begins. */
export function today(): Day {
  void checkedDay.value;
  return localDay(new Date());
}

/** Checks periodically, and whenever the page becomes visible, whether another day has begun. */
export function followDay(): void {
  const check = () => {
    checkedDay.value = localDay(new Date());
  };
  setInterval(check, CHECK_MS);
  document.addEventListener('visibilitychange', check);
}
