import { longDate } from '../text/dates.js';

/** `3 notes`, `1 note`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

/** When something was, in words of this place; a dash for never. */
export const moment = (timestamp: string | null): string => (timestamp === null ? '—' : longDate(timestamp));
