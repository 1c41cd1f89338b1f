/** File name of a journal, without its extension. */
const FILE = /^(\d{4})([-_.]?)(\d{2})\2(\d{2})$/;

/**
 * Returns the day of a journal in UTC.
 *
 * @param stem file name without its extension, such as `2024_05_01`
 * @returns undefined when it is no date
 */
export function parseJournalName(stem: string): Date | undefined {
  const [, year, , month, day] = FILE.exec(stem) ?? [];
  if (year === undefined) return undefined;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) ? undefined : date;
}

const TOKEN = /yyyy|yy|MMMM|MMM|MM|M|do|dd|d|EEEE|E{1,3}/g;

/** Returns the title that Logseq gives the journal of a day, by which links mean it. */
export const formatJournalTitle = (pattern: string, day: Date): string =>
  pattern.replace(TOKEN, (token) => (FORMATS[token] ?? format({ weekday: 'short' }))(day));

const format =
  (options: Intl.DateTimeFormatOptions) =>
  (day: Date): string =>
    new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }).format(day);

const FORMATS: Readonly<Record<string, (day: Date) => string>> = {
  yyyy: (day) => day.toISOString().slice(0, 4),
  yy: (day) => day.toISOString().slice(2, 4),
  MMMM: format({ month: 'long' }),
  MMM: format({ month: 'short' }),
  MM: (day) => day.toISOString().slice(5, 7),
  M: format({ month: 'numeric' }),
  do: (day) => `${day.getUTCDate()}${getSuffix(day.getUTCDate())}`,
  dd: (day) => day.toISOString().slice(8, 10),
  d: format({ day: 'numeric' }),
  EEEE: format({ weekday: 'long' }),
};

/** Returns the ending of an ordinal number up to 31. */
function getSuffix(day: number): string {
  if (day >= 11 && day <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}
