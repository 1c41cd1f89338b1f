/** A day of the calendar as `2026-11-23`, without a time zone. Days compare as strings. */
export type Day = string;

const DAY_MS = 86_400_000;
const DAYS_A_WEEK = 7;
const MONTHS_A_YEAR = 12;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const toTime = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const toDay = (time: number): Day => new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Returns true for a day that exists: `2026-02-29` does not. */
export function isDay(text: string): boolean {
  const time = DAY.test(text) ? toTime(text) : Number.NaN;
  return !Number.isNaN(time) && toDay(time) === text;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

export const addDays = (day: Day, count: number): Day => toDay(toTime(day) + count * DAY_MS);

/** Counts the days from one day to another. */
export const countDays = (from: Day, to: Day): number => (toTime(to) - toTime(from)) / DAY_MS;

/** Day of the week: 0 for Sunday to 6 for Saturday. */
export const weekdayFor = (day: Day): number => new Date(toTime(day)).getUTCDay();

/** Returns the date of a day at local midnight, for formatting. */
export const toDate = (day: Day): Date => new Date(`${day}T00:00:00`);

/** Month of a day: `2026-11`. */
export const monthFor = (day: Day): string => day.slice(0, 'YYYY-MM'.length);

/** Returns the day of a month, or its last day if the month is shorter. */
export function dayInMonth(month: string, dayOfMonth: number): Day {
  const [year, index] = month.split('-').map(Number) as [number, number];
  const last = new Date(Date.UTC(year, index, 0)).getUTCDate();
  return `${month}-${twoDigits(Math.min(dayOfMonth, last))}`;
}

export const addToMonth = (month: string, count: number): string => {
  const [year, index] = month.split('-').map(Number) as [number, number];
  const months = year * MONTHS_A_YEAR + index - 1 + count;
  const [newYear, newIndex] = [Math.floor(months / MONTHS_A_YEAR), months % MONTHS_A_YEAR];
  return `${String(newYear).padStart(4, '0')}-${twoDigits(newIndex + 1)}`;
};

/** Adds months to a day. In a shorter month the result is its last day. */
export const addMonths = (day: Day, count: number): Day =>
  dayInMonth(addToMonth(monthFor(day), count), Number(day.slice(-2)));

/** Adds years to a day; 29 February becomes the 28th in a year without it. */
export const addYears = (day: Day, count: number): Day => addMonths(day, count * MONTHS_A_YEAR);

/**
 * Returns the first day of the week of a day.
 *
 * @param weekStart first day of the week: 0 for Sunday to 6 for Saturday
 */
export const startOfWeek = (day: Day, weekStart: number): Day =>
  addDays(day, -((weekdayFor(day) - weekStart + DAYS_A_WEEK) % DAYS_A_WEEK));

export const endOfWeek = (day: Day, weekStart: number): Day => addDays(startOfWeek(day, weekStart), DAYS_A_WEEK - 1);

/** Returns the weeks that contain the days of a month, each with seven days. */
export function weeksInMonth(month: string, weekStart: number): Day[][] {
  const last = dayInMonth(month, 31);
  const weeks: Day[][] = [];
  for (let first = startOfWeek(`${month}-01`, weekStart); first <= last; first = addDays(first, DAYS_A_WEEK))
    weeks.push(Array.from({ length: DAYS_A_WEEK }, (_, index) => addDays(first, index)));
  return weeks;
}
