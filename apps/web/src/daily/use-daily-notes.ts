import { type Day, weeksInMonth } from '../calendar/days.js';
import { weekStart } from '../calendar/week.js';
import { useNotebooks } from '../kernel/library.js';
import { type Data, useData } from '../kernel/use-data.js';
import { findDailyNotebook, findDailyNotes, getDailyTitle } from './daily-notes.js';

/** Loads the ids of the daily notes on the days around a month. */
export function useDailyNotes(month: string): Data<ReadonlyMap<Day, string>> {
  const notebooks = useNotebooks().value;
  const notebook = notebooks && findDailyNotebook(notebooks)?.notebook_id;
  const days = weeksInMonth(month, weekStart).flat();
  return useData(`daily ${month} ${notebook} ${getDailyTitle(`${month}-01`)}`, async (signal) =>
    notebook === undefined ? new Map<Day, string>() : findDailyNotes(notebook, days, signal),
  );
}
