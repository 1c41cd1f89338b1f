import type { DueGroup } from './due.js';
import type { Priority } from './task-fields.js';
import { text } from './texts.js';

export const priorityLabels: Readonly<Record<Priority, string>> = {
  highest: text.highest,
  high: text.high,
  medium: text.medium,
  normal: text.normal,
  low: text.low,
  lowest: text.lowest,
};

export const dueLabels: Readonly<Record<DueGroup, string>> = {
  overdue: text.overdue,
  today: text.today,
  week: text.week,
  later: text.later,
  none: text.noDue,
};

/** Labels of the groups that exist without tasks. */
export const fixedLabels: Readonly<Record<string, string>> = {
  ...priorityLabels,
  ...dueLabels,
  open: text.open,
  done: text.done,
};
