import { addDays, type Day, endOfWeek } from '../calendar/days.js';

/** Groups of tasks by due date, in order. */
export const DUE_GROUPS = ['overdue', 'today', 'week', 'later', 'none'] as const;
export type DueGroup = (typeof DUE_GROUPS)[number];

/** Returns the group of a due date. `week` is the rest of the week of `today`. */
export function findDueGroup(due: Day | null, today: Day, weekStart: number): DueGroup {
  if (due === null) return 'none';
  if (due < today) return 'overdue';
  if (due === today) return 'today';
  return due <= endOfWeek(today, weekStart) ? 'week' : 'later';
}

/**
 * Returns the due date that moves a task to a group: the end of the week for `week`, the first day of the next week for
 * `later`.
 *
 * @returns undefined for no due date; null when no date belongs to the group
 */
export function dueForGroup(group: DueGroup, today: Day, weekStart: number): Day | undefined | null {
  const end = endOfWeek(today, weekStart);
  if (group === 'none') return undefined;
  if (group === 'today') return today;
  if (group === 'week') return end > today ? end : null;
  return group === 'later' ? addDays(end, 1) : null;
}
