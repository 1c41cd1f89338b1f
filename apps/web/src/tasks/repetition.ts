import {
  addDays,
  addMonths,
  addToMonth,
  addYears,
  type Day,
  dayInMonth,
  isDay,
  monthFor,
  weekdayFor,
} from '../calendar/days.js';

type Unit = 'day' | 'weekday' | 'week' | 'month' | 'year';

/** Rule by which a task repeats. */
export interface Repetition {
  /** Number of units between two dates, 1 to 999. */
  readonly every: number;
  readonly unit: Unit;
  /** Days of the week, 0 for Sunday to 6 for Saturday, in the order of a week that starts on Monday. */
  readonly weekdays: readonly number[];
  /** Day of the month, 1 to 31; 31 is the last day of any month. */
  readonly monthDay: number | undefined;
  /** True when the next date follows the day of completion, not the date of the task. */
  readonly isFromCompletion: boolean;
}

const MONDAY = 1;
const FRIDAY = 5;
const DAYS_A_WEEK = 7;
const LAST_DAY = 31;
const weekdayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const singleWords: Readonly<Record<string, Unit>> = {
  daily: 'day',
  weekdays: 'weekday',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
};

const NAMES = weekdayNames.map((name) => `${name}|${name.slice(0, 3)}`).join('|');
const LIST = `(?:${NAMES})(?:(?: ?, ?(?:and )?| and )(?:${NAMES}))*`;
const EVERY = new RegExp(
  `^every (?:(?<other>other )|(?<count>[1-9]\\d{0,2}) )?(?:(?<unit>day|weekday|week|month|year)s?(?: on (?:(?<list>${LIST})|the (?:(?<ordinal>\\d{1,2})(?:st|nd|rd|th)?|last(?: day)?)))?|(?<named>${LIST}))$`,
);

/**
 * Parses a rule; letter case and the number of spaces have no meaning.
 *
 *     rule    = ( word | "every" , [ "other" | number ] , ( unit , [ on ] | list ) ) , [ "when done" ] ;
 *     word    = "daily" | "weekdays" | "weekly" | "monthly" | "yearly" ;
 *     unit    = ( "day" | "weekday" | "week" | "month" | "year" ) , [ "s" ] ;
 *     on      = "on" , ( list | "the" , ( ordinal | "last" , [ "day" ] ) ) ;
 *     list    = weekday , { ( "," | "and" ) , weekday } ;
 *     weekday = "Monday" | "Mon" | … | "Sunday" | "Sun" ;
 *
 * @returns undefined for any other text, and for a combination without meaning, such as days of the week in a month
 */
export function parseRepetition(source: string): Repetition | undefined {
  const words = source.trim().toLowerCase().replace(/\s+/g, ' ');
  const rule = words.replace(/ when done$/, '');
  const isFromCompletion = rule !== words;
  const none = { every: 1, weekdays: [], monthDay: undefined, isFromCompletion };
  if (Object.hasOwn(singleWords, rule)) return { ...none, unit: singleWords[rule] as Unit };
  const { other, count, unit, list, ordinal, named } = EVERY.exec(rule)?.groups ?? {};
  const every = other === undefined ? Number(count ?? 1) : 2;
  if (named !== undefined) return { ...none, every, unit: 'week', weekdays: parseWeekdays(named) };
  if (unit === undefined) return undefined;
  const isOnMonthDay = / on the /.test(rule);
  if (list !== undefined && unit !== 'week') return undefined;
  if (isOnMonthDay && unit !== 'month') return undefined;
  if (unit === 'weekday' && every !== 1) return undefined;
  const monthDay = isOnMonthDay ? Number(ordinal ?? LAST_DAY) : undefined;
  if (monthDay !== undefined && (monthDay < 1 || monthDay > LAST_DAY)) return undefined;
  return { ...none, every, unit: unit as Unit, weekdays: list === undefined ? [] : parseWeekdays(list), monthDay };
}

const fromMonday = (weekday: number): number => (weekday - MONDAY + DAYS_A_WEEK) % DAYS_A_WEEK;

function parseWeekdays(list: string): number[] {
  const found = list.match(/[a-z]+/g)?.filter((word) => word !== 'and') ?? [];
  const days = found.map((word) => weekdayNames.findIndex((name) => name.startsWith(word)));
  return [...new Set(days)].sort((one, other) => fromMonday(one) - fromMonday(other));
}

/** Returns the first date of a rule after a day; undefined when it is after the year 9999. */
export function findNextDate(rule: Repetition, from: Day): Day | undefined {
  const next = addUnits(rule, from);
  return isDay(next) ? next : undefined;
}

/** Returns the first date of a rule after a day. After the year 9999, the text is not a valid day. */
function addUnits(rule: Repetition, from: Day): string {
  const { every, unit, monthDay } = rule;
  if (unit === 'day') return addDays(from, every);
  if (unit === 'weekday') return findWeekday(from);
  if (unit === 'week') return findInWeeks(rule, from);
  if (unit === 'year') return addYears(from, every);
  if (monthDay === undefined) return addMonths(from, every);
  const inThisMonth = dayInMonth(monthFor(from), monthDay);
  return inThisMonth > from ? inThisMonth : dayInMonth(addToMonth(monthFor(from), every), monthDay);
}

function findWeekday(from: Day): Day {
  const daysSinceMonday = fromMonday(weekdayFor(from));
  return addDays(from, daysSinceMonday < FRIDAY - MONDAY ? 1 : DAYS_A_WEEK - daysSinceMonday);
}

/** Finds the next of the given days of the week: in the same week, or in the week `every` weeks later. */
function findInWeeks({ every, weekdays }: Repetition, from: Day): Day {
  if (weekdays.length === 0) return addDays(from, every * DAYS_A_WEEK);
  const daysSinceMonday = fromMonday(weekdayFor(from));
  const later = weekdays.find((weekday) => fromMonday(weekday) > daysSinceMonday);
  if (later !== undefined) return addDays(from, fromMonday(later) - daysSinceMonday);
  return addDays(from, every * DAYS_A_WEEK + fromMonday(weekdays[0] as number) - daysSinceMonday);
}
