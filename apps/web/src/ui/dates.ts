const DAY_MS = 86_400_000;
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const fullDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The time of today, the day of this year, else the date. */
export function shortDate(iso: string, now = new Date()): string {
  const date = new Date(iso);
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  if (date.getTime() >= today) return clock.format(date);
  if (date.getTime() >= today - DAY_MS) return 'yesterday';
  return (date.getFullYear() === now.getFullYear() ? dayOfYear : fullDay).format(date);
}

export const longDate = (iso: string): string => moment.format(new Date(iso));
