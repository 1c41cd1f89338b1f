import { localDay, today } from '../calendar/today.js';
import { catalogue } from './catalogue.js';
import { locale } from './locale.js';

const text = catalogue({ yesterday: 'yesterday', never: '—' });

const DAY_MS = 86_400_000;
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const dayOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const fullDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const exactMoment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
const relativeTime = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const units = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;
const dateAndTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** Formats a moment: today as a time, this year as a day, else as a date. */
export function shortDate(iso: string): string {
  const date = new Date(iso);
  const [day, current] = [localDay(date), today()];
  const yesterday = new Date();
  yesterday.setDate(yesterday.getDate() - 1);
  if (day >= current) return clock.format(date);
  if (day === localDay(yesterday)) return text.yesterday;
  return (day.slice(0, 4) === current.slice(0, 4) ? dayOfYear : fullDay).format(date);
}

/** Formats a moment as date and time of day. */
export const longDate = (iso: string): string => dateAndTime.format(new Date(iso));

/** Formats a moment as date and time of day; null as `never`. */
export const moment = (iso: string | null, never: string = text.never): string =>
  iso === null ? never : longDate(iso);

/** Formats a moment as date and time of day to the second. */
export const exactDate = (iso: string): string => exactMoment.format(new Date(iso));

/**
 * Formats the time of day.
 *
 * @param at milliseconds since the Unix epoch
 */
export const timeOfDay = (at: number): string => clock.format(at);

/**
 * Formats the time since a moment, in the largest unit that fits.
 *
 * @param at milliseconds since the Unix epoch
 */
export function ago(at: number, now = Date.now()): string {
  const passed = Math.max(0, now - at);
  const [unit, ms] = units.find(([, size]) => passed >= size) ?? units[3];
  return relativeTime.format(-Math.floor(passed / ms), unit);
}

/** Formats the time until a moment in hours, minutes and seconds: `14:59`, `1:00:00`. */
export function formatTimeLeft(expiresAt: string, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const rest = twoDigits(seconds % 60);
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${twoDigits(minutes)}:${rest}`;
}
