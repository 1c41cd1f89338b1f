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

/** Reason why a pattern is refused: it gives no whole date on one line, or titles that can be read as several days. */
type PatternProblem = 'incomplete' | 'ambiguous';

/** Returns the problem of a pattern; undefined for one whose titles are one line and different on each day. */
export function findPatternProblem(pattern: string): PatternProblem | undefined {
  const parts = splitPattern(pattern);
  const names = parts.map((one) => (typeof one === 'string' ? one : one.part));
  const isLine = pattern.trim() === pattern && pattern.length <= MAX_LENGTH && !/\p{Cc}/u.test(pattern);
  if (!isLine || !['year', 'month', 'day'].every((part) => names.includes(part))) return 'incomplete';
  return hasAdjacentNumber(parts) ? 'ambiguous' : undefined;
}

/** Returns true if a number of one or two digits touches another digit of the title. Names of months may be numbers. */
function hasAdjacentNumber(parts: readonly (Token | string)[]): boolean {
  const short = writeParts(parts, '2026-01-01');
  const long = writeParts(parts, '2026-11-11');
  return long.some((text, index) => {
    if (!/^\d\d/.test(text) || /^\d\d/.test(short[index] as string)) return false;
    return /\d$/.test(long[index - 1] ?? '') || /\d\d/.test(text.slice(-1) + (long[index + 1] ?? '').slice(0, 1));
  });
}

/** Returns the texts of a title that are not empty. */
const writeParts = (parts: readonly (Token | string)[], day: Day): string[] =>
  parts.map((part) => (typeof part === 'string' ? part : part.write(day))).filter((text) => text !== '');

/** Returns true for a pattern whose titles are one line and give the day again. */
export const isPattern = (pattern: string): boolean => findPatternProblem(pattern) === undefined;

/** Returns the title of the note of a day. */
export const formatDayTitle = (pattern: string, day: Day): string => writeParts(splitPattern(pattern), day).join('');

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
