import { formatShortDay } from '../calendar/day-names.js';
import { today } from '../calendar/today.js';
import { notify } from '../ui/notices.js';
import { attempt } from '../ui/use-action.js';
import { changeTask } from './change-task.js';
import type { Task } from './groups.js';
import { changeFields, flipTask, makeNextInstance, parseTask, type TaskFields } from './task-fields.js';
import { text } from './texts.js';

/**
 * Ticks or unticks a task, and reports the repetition of a ticked task in a notice that offers to undo: the date of the
 * next instance, or that the rule is not understood.
 *
 * @throws ApiError
 */
export async function flip(task: Task): Promise<void> {
  const day = today();
  const undo = await changeTask(task.document_id, task, (source, lineBreak) => flipTask(source, day, lineBreak));
  if (task.state !== 'open') return;
  const { repeat, rule } = task.fields;
  if (repeat !== undefined && rule === undefined) return notifyUndo(text.ruleNotUnderstood, undo);
  const next = makeNextInstance(task.text, day);
  if (next === undefined) return;
  const { due } = parseTask(next);
  notifyUndo(due === undefined ? text.nextAdded : text.nextDue(formatShortDay(due, day)), undo);
}

/**
 * Changes fields of a task, and offers to undo the change.
 *
 * @throws ApiError
 */
export async function setFields(task: Task, change: Partial<TaskFields>): Promise<void> {
  notifyUndo(text.changed, await changeTask(task.document_id, task, (source) => changeFields(source, change)));
}

const notifyUndo = (message: string, undo: () => Promise<unknown>): void =>
  notify(message, { label: text.undo, run: () => void attempt(undo) });
