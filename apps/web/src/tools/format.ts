import { longDate } from '../ui/dates.js';

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** A size in decimal units, as file managers show it. */
export function bytes(count: number): string {
  const power = count < 1_000 ? 0 : Math.min(Math.floor(Math.log10(count) / 3), units.length - 1);
  const value = count / 1_000 ** power;
  return `${value.toLocaleString(undefined, { maximumFractionDigits: power === 0 ? 0 : 1 })} ${units[power]}`;
}

/** `3 notes`, `1 note`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

/** When something was, in words of this place; a dash for never. */
export const moment = (timestamp: string | null): string => (timestamp === null ? '—' : longDate(timestamp));

/** A code of the wire as words: `broken_document_link` is “Broken document link”. */
export function words(code: string): string {
  const spaced = code.replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
