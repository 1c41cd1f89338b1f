import { locale } from './locale.js';

const integers = new Intl.NumberFormat(locale);
const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
/** Plural rules of the catalogues' language. */
const rules = new Intl.PluralRules('en-GB');
const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Formats a whole number, with separators. */
export const number = (value: number): string => integers.format(value);

/** Returns the singular or plural form; `#` in it is replaced by the number: `plural(3, '# note', '# notes')`. */
export const plural = (count: number, one: string, other: string): string =>
  (rules.select(count) === 'one' ? one : other).replace('#', number(count));

/** Formats a size in decimal units, as file managers do. */
export function bytes(count: number): string {
  const power = count < 1_000 ? 0 : Math.min(Math.floor(Math.log10(count) / 3), units.length - 1);
  return `${tenths.format(count / 1_000 ** power)} ${units[power]}`;
}
