import type { Element } from '../html/tree.js';
import { children, childText } from './elements.js';
import { parseEnexTime } from './times.js';

export interface Task {
  readonly title: string;
  readonly isDone: boolean;
  /** Due date as YYYY-MM-DD. */
  readonly due: string | undefined;
}

/** Returns the tasks of a note by task group, sorted within each group. */
export function readTasks(note: Element): ReadonlyMap<string, readonly Task[]> {
  const weighed = children(note, 'task').map((task) => ({ task, weight: childText(task, 'sortWeight') }));
  const groups = new Map<string, Task[]>();
  for (const { task } of weighed.sort((a, b) => (a.weight < b.weight ? -1 : a.weight > b.weight ? 1 : 0))) {
    const group = childText(task, 'taskGroupNoteLevelID');
    groups.set(group, [...(groups.get(group) ?? []), readTask(task)]);
  }
  return groups;
}

function readTask(task: Element): Task {
  const due = parseEnexTime(childText(task, 'dueDate'));
  return {
    title: childText(task, 'title'),
    isDone: childText(task, 'taskStatus') === 'completed',
    due: due === undefined ? undefined : new Date(due).toISOString().slice(0, 10),
  };
}
