import { catalogue } from '../text/catalogue.js';

export const text = catalogue({
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  goToToday: 'Today',
  todayNamed: (day: string) => `${day}, today`,
  calendarKeys:
    'Arrow keys move by day and week, Page Up and Page Down by month, Home and End to the ends of the week.',
});
