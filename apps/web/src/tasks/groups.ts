import type { Output } from '@notes/contract';
import type { Day } from '../calendar/days.js';
import { DUE_GROUPS, findDueGroup } from './due.js';
import { type ParsedTask, PRIORITIES, parseTask } from './task-fields.js';

export type TaskRow = Output<'listTasks'>['tasks'][number];

/** A task as listed, with the fields of its text. */
export interface Task extends TaskRow {
  readonly fields: ParsedTask;
  /** Identifies the task among those listed. */
  readonly key: string;
}

export const toTask = (row: TaskRow): Task => ({
  ...row,
  fields: parseTask(row.text),
  key: `${row.document_id} ${row.task_id} ${row.line}`,
});

/** Makes a function that reads listed tasks. An unchanged task stays the same object, so that it is not drawn again. */
export function makeTaskReader(): (rows: readonly TaskRow[]) => Task[] {
  let known: ReadonlyMap<string, Task> = new Map();
  return (rows) => {
    const tasks = new Map<string, Task>();
    for (const row of rows) {
      const source = JSON.stringify(row);
      tasks.set(source, known.get(source) ?? toTask(row));
    }
    known = tasks;
    return [...tasks.values()];
  };
}

/** Properties by which tasks are grouped. */
export const GROUPINGS = ['due', 'note', 'tag', 'priority', 'state'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface TaskGroup {
  /** Key of the group; a note's id, a tag, or one of the fixed groups. */
  readonly id: string;
  readonly tasks: readonly Task[];
}

/** Tag group of tasks in notes without tags. */
export const NO_TAG = '';

interface Clock {
  readonly today: Day;
  /** First day of the week: 0 for Sunday to 6 for Saturday. */
  readonly weekStart: number;
}

/** Groups that exist without tasks, in order. Others follow the tasks. */
export const fixedGroups: Readonly<Partial<Record<Grouping, readonly string[]>>> = {
  due: DUE_GROUPS,
  priority: PRIORITIES,
  state: ['open', 'done'],
};

const getGroupIds: Readonly<Record<Grouping, (task: Task, clock: Clock) => readonly string[]>> = {
  due: ({ due }, { today, weekStart }) => [findDueGroup(due, today, weekStart)],
  note: ({ document_id }) => [document_id],
  tag: ({ tags }) => (tags.length === 0 ? [NO_TAG] : tags),
  priority: ({ fields }) => [fields.priority],
  state: ({ state }) => [state],
};

/**
 * Groups tasks. By tag a task is in the group of each tag of its note. Tasks of a note keep its order; those of other
 * groups are ordered by due date, then by priority.
 */
export function groupTasks(tasks: readonly Task[], by: Grouping, clock: Clock): TaskGroup[] {
  const groups = new Map<string, Task[]>((fixedGroups[by] ?? []).map((id) => [id, []]));
  for (const task of tasks)
    for (const id of getGroupIds[by](task, clock)) {
      const group = groups.get(id);
      if (group === undefined) groups.set(id, [task]);
      else group.push(task);
    }
  const entries = [...groups];
  if (by === 'tag') entries.sort(([one], [other]) => compareTags(one, other));
  return entries.map(([id, grouped]) => ({ id, tasks: by === 'note' ? grouped : sortTasks(grouped) }));
}

const compareTags = (one: string, other: string): number =>
  Number(one === NO_TAG) - Number(other === NO_TAG) || one.localeCompare(other);

const NO_DUE = '9999-12-31';
const rank = ({ fields }: Task): number => PRIORITIES.indexOf(fields.priority);

/** Sorts tasks by due date, those without one last, then by priority. */
export const sortTasks = (tasks: readonly Task[]): Task[] =>
  [...tasks].sort((one, other) => {
    const [due, otherDue] = [one.due ?? NO_DUE, other.due ?? NO_DUE];
    return due === otherDue ? rank(one) - rank(other) : due < otherDue ? -1 : 1;
  });

/** Groups the tasks with a due date by its day. */
export function groupByDay(tasks: readonly Task[]): ReadonlyMap<Day, readonly Task[]> {
  const days = new Map<Day, Task[]>();
  for (const task of sortTasks(tasks)) {
    if (task.due === null) continue;
    const due = days.get(task.due) ?? [];
    due.push(task);
    days.set(task.due, due);
  }
  return days;
}

/** Filter of listed tasks; empty fields select all. */
export interface TaskFilter {
  readonly text: string;
  readonly tag: string;
}

/** Returns the tasks whose text or note title contains all words of a filter, and whose note has its tag or one below. */
export function filterTasks(tasks: readonly Task[], { text, tag }: TaskFilter): Task[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return tasks.filter((task) => {
    const source = `${task.text}\n${task.title}`.toLocaleLowerCase();
    const hasTag = tag === '' || task.tags.some((one) => one === tag || one.startsWith(`${tag}/`));
    return hasTag && words.every((word) => source.includes(word));
  });
}
