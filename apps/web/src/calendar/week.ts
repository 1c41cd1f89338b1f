import { locale } from '../text/locale.js';

/** Week of a locale, as browsers describe it. */
interface WeekInfo {
  /** First day: 1 for Monday to 7 for Sunday. */
  readonly firstDay: number;
}
interface LocaleWithWeek extends Intl.Locale {
  readonly getWeekInfo?: () => WeekInfo;
  readonly weekInfo?: WeekInfo;
}

/** Regions whose weeks start on Sunday, for browsers without that data. */
const SUNDAY_REGIONS = new Set('AU BR CA CO HK IL IN JP KR MX PE PH PK SA SG TH TW US VE ZA'.split(' '));

/** Returns the first day of the week of a locale: 0 for Sunday to 6 for Saturday. */
export function findWeekStart(tag: string): number {
  const local: LocaleWithWeek = new Intl.Locale(tag);
  const firstDay = (local.getWeekInfo?.() ?? local.weekInfo)?.firstDay;
  if (firstDay !== undefined) return firstDay % 7;
  return SUNDAY_REGIONS.has(local.maximize().region ?? '') ? 0 : 1;
}

/** First day of the week in the browser's locale. */
export const weekStart: number = findWeekStart(locale ?? new Intl.DateTimeFormat().resolvedOptions().locale);
