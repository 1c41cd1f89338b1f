import type { Derived, NewTask, TaskCounts } from '../documents/derived.js';
import { type Handle, Statements } from '../library/statements.js';

const INSERT = 'INSERT INTO tasks (document_pk, n, done, line, text, block_id, due) VALUES (?, ?, ?, ?, ?, ?, ?)';

/** Writes the tasks of notes. */
export class TaskWriter {
  readonly #sql: Statements;

  constructor(handle: Handle) {
    this.#sql = new Statements(handle.raw);
  }

  /** Replaces the tasks of a note. */
  replace(documentPk: number, tasks: readonly NewTask[]): void {
    this.remove(documentPk);
    this.insert(documentPk, tasks);
  }

  /** Adds tasks to a note without any. */
  insert(documentPk: number, tasks: readonly NewTask[]): void {
    tasks.forEach(({ done, line, text, blockId, due }, n) => {
      this.#sql.run(INSERT, documentPk, n, done ? 1 : 0, line, text, blockId, due);
    });
  }

  remove(documentPk: number): void {
    this.#sql.run('DELETE FROM tasks WHERE document_pk = ?', documentPk);
  }
}

/** Returns the number of tasks in a text, including those that are not listed. */
export function countTasks({ tasks, taskCounts }: Derived): TaskCounts {
  if (taskCounts !== undefined) return taskCounts;
  const done = tasks.filter((task) => task.done).length;
  return { open: tasks.length - done, done };
}
