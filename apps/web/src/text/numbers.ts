import { locale } from './locale.js';

const integers = new Intl.NumberFormat(locale);
const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
/** Of the language the catalogues are written in. */
const rules = new Intl.PluralRules('en-GB');
const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** A whole number, with separators. */
export const number = (value: number): string => integers.format(value);

/** The form for a number; `#` in it stands for the number: `plural(3, '# note', '# notes')`. */
export const plural = (count: number, one: string, other: string): string =>
  (rules.select(count) === 'one' ? one : other).replace('#', number(count));

/** A size in decimal units, as file managers show it. */
export function bytes(count: number): string {
  const power = count < 1_000 ? 0 : Math.min(Math.floor(Math.log10(count) / 3), units.length - 1);
  return `${tenths.format(count / 1_000 ** power)} ${units[power]}`;
}
