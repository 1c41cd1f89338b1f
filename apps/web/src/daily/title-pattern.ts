import { type Day, isDay, toDate } from '../calendar/days.js';
import { locale } from '../text/locale.js';

type Style = 'long' | 'short';
const formats = {
  month: {
    long: new Intl.DateTimeFormat(locale, { month: 'long' }),
    short: new Intl.DateTimeFormat(locale, { month: 'short' }),
  },
  weekday: {
    long: new Intl.DateTimeFormat(locale, { weekday: 'long' }),
    short: new Intl.DateTimeFormat(locale, { weekday: 'short' }),
  },
};
const monthNames = (style: Style) =>
  Array.from({ length: 12 }, (_, index) => formats.month[style].format(new Date(2026, index, 1)));
const weekdayNames = (style: Style) =>
  Array.from({ length: 7 }, (_, index) => formats.weekday[style].format(new Date(2026, 10, 22 + index)));

/** Reads a part of a title: returns the length read, and the number it gives for the date, if any. */
type Read = (rest: string) => { readonly length: number; readonly value?: string } | undefined;
interface Token {
  readonly part: 'year' | 'month' | 'day' | 'weekday';
  readonly write: (day: Day) => string;
  readonly read: Read;
}

const digits =
  (pattern: RegExp): Read =>
  (rest) => {
    const found = pattern.exec(rest)?.[0];
    return found === undefined ? undefined : { length: found.length, value: found.padStart(2, '0') };
  };

/** Reads a name, the longest first: a short name may begin another. */
const names =
  (all: readonly string[]): Read =>
  (rest) => {
    const found = [...all].sort((one, other) => other.length - one.length).find((name) => rest.startsWith(name));
    if (found === undefined) return undefined;
    return { length: found.length, value: String(all.indexOf(found) + 1).padStart(2, '0') };
  };

const tokens: Readonly<Record<string, Token>> = {
  YYYY: { part: 'year', write: (day) => day.slice(0, 4), read: digits(/^\d{4}/) },
  MMMM: { part: 'month', write: (day) => formats.month.long.format(toDate(day)), read: names(monthNames('long')) },
  MMM: { part: 'month', write: (day) => formats.month.short.format(toDate(day)), read: names(monthNames('short')) },
  MM: { part: 'month', write: (day) => day.slice(5, 7), read: digits(/^\d{2}/) },
  M: { part: 'month', write: (day) => String(Number(day.slice(5, 7))), read: digits(/^\d{1,2}/) },
  DD: { part: 'day', write: (day) => day.slice(8), read: digits(/^\d{2}/) },
  D: { part: 'day', write: (day) => String(Number(day.slice(8))), read: digits(/^\d{1,2}/) },
  dddd: {
    part: 'weekday',
    write: (day) => formats.weekday.long.format(toDate(day)),
    read: names(weekdayNames('long')),
  },
  ddd: {
    part: 'weekday',
    write: (day) => formats.weekday.short.format(toDate(day)),
    read: names(weekdayNames('short')),
  },
};

/** Pattern of the title in a new library. */
export const STANDARD_PATTERN = 'YYYY-MM-DD';
/** Characters of a pattern, so that a search for a month of titles stays within the limits of a query. */
const MAX_LENGTH = 60;
const PARTS = /\[[^\]]*\]|YYYY|M{1,4}|DD?|d{3,4}|./gs;

/**
 * Splits a pattern into tokens and texts.
 *
 *     pattern = { token | "[" , text , "]" | character } ;
 *     token   = "YYYY" | "MMMM" | "MMM" | "MM" | "M" | "DD" | "D" | "dddd" | "ddd" ;
 */
function splitPattern(pattern: string): (Token | string)[] {
  const parts = pattern.match(PARTS) ?? [];
  return parts.map((part) => (Object.hasOwn(tokens, part) ? (tokens[part] as Token) : part.replace(/^\[|\]$/g, '')));
}

/** Returns true for a pattern whose titles are one line and different on each day. */
export function isPattern(pattern: string): boolean {
  const parts = splitPattern(pattern).map((one) => (typeof one === 'string' ? one : one.part));
  const isLine = pattern.trim() === pattern && pattern.length <= MAX_LENGTH && !/\p{Cc}/u.test(pattern);
  return isLine && ['year', 'month', 'day'].every((part) => parts.includes(part));
}

/** Returns the title of the note of a day. */
export const formatDayTitle = (pattern: string, day: Day): string =>
  splitPattern(pattern)
    .map((part) => (typeof part === 'string' ? part : part.write(day)))
    .join('');

/** Returns the day of a title; undefined for a title that the pattern does not give. */
export function parseDayTitle(pattern: string, title: string): Day | undefined {
  const found: Record<string, string | undefined> = {};
  let rest = title;
  for (const part of splitPattern(pattern)) {
    if (typeof part === 'string') {
      if (!rest.startsWith(part)) return undefined;
      rest = rest.slice(part.length);
      continue;
    }
    const read = part.read(rest);
    if (read === undefined) return undefined;
    found[part.part] = read.value;
    rest = rest.slice(read.length);
  }
  const day = `${found.year}-${found.month}-${found.day}`;
  return isDay(day) && formatDayTitle(pattern, day) === title ? day : undefined;
}
