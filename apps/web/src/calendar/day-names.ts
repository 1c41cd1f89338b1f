import { locale } from '../text/locale.js';
import { type Day, toDate } from './days.js';

const formats = {
  full: new Intl.DateTimeFormat(locale, { dateStyle: 'full' }),
  short: new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' }),
  shortWithYear: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
  month: new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }),
  weekday: new Intl.DateTimeFormat(locale, { weekday: 'short' }),
  longWeekday: new Intl.DateTimeFormat(locale, { weekday: 'long' }),
} as const;

/** Formats a day in full: `Monday, 23 November 2026`. */
export const formatFullDay = (day: Day): string => formats.full.format(toDate(day));

/** Formats a day briefly: `Mon, 23 Nov`; with the year if it is not that of `today`. */
export const formatShortDay = (day: Day, today: Day): string =>
  (day.slice(0, 4) === today.slice(0, 4) ? formats.short : formats.shortWithYear).format(toDate(day));

/** Formats a month: `November 2026`. */
export const formatMonth = (month: string): string => formats.month.format(toDate(`${month}-01`));

export const formatWeekday = (day: Day): string => formats.weekday.format(toDate(day));
export const formatLongWeekday = (day: Day): string => formats.longWeekday.format(toDate(day));
