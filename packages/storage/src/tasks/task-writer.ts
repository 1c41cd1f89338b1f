import { eq } from 'drizzle-orm';
import type { Derived, NewTask, TaskCounts } from '../documents/derived.js';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, type Parameters } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { tasks } from '../schema.js';

const insertTask = defineQuery(
  ({ documentPk, n, done, line, text, blockId, due }: Parameters<typeof tasks.$inferSelect>) =>
    build.insert(tasks).values({ documentPk, n, done, line, text, blockId, due }),
);
const deleteTasks = defineQuery(({ documentPk }: Parameters<{ documentPk: number }>) =>
  build.delete(tasks).where(eq(tasks.documentPk, documentPk)),
);

/** Writes the tasks of notes. */
export class TaskWriter {
  readonly #sql: Statements;

  constructor(handle: Handle) {
    this.#sql = new Statements(handle.raw);
  }

  /** Replaces the tasks of a note. */
  replace(documentPk: number, list: readonly NewTask[]): void {
    this.remove(documentPk);
    this.insert(documentPk, list);
  }

  /** Adds tasks to a note without any. */
  insert(documentPk: number, list: readonly NewTask[]): void {
    list.forEach(({ done, line, text, blockId, due }, n) => {
      this.#sql.run(insertTask, { documentPk, n, done, line, text, blockId, due });
    });
  }

  remove(documentPk: number): void {
    this.#sql.run(deleteTasks, { documentPk });
  }
}

/** Returns the number of tasks in a text, including those that are not listed. */
export function countTasks({ tasks: list, taskCounts }: Derived): TaskCounts {
  if (taskCounts !== undefined) return taskCounts;
  const done = list.filter((task) => task.done).length;
  return { open: list.length - done, done };
}
