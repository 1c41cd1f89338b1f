import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { TaskCounts } from '../documents/derived.js';
import type { UpdatedKey } from '../documents/documents.js';
import type { Handle } from '../library/handle.js';
import { type Columns, defineQuery, type Parameters, type Row, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { documents, notebooks, tasks } from '../schema.js';
import { selectTagNames } from '../tags/tag-names.js';

/** Filter for tasks; no field selects the tasks of all active notes. */
export interface TaskFilter {
  /** Key of a note to select tasks of. */
  readonly documentPk?: number;
  /** Keys of notebooks; selects tasks of notes directly in them. */
  readonly notebookPks?: readonly number[];
}

/** Position of a task in a list: its note, and the number of the task in the note. */
export interface TaskKey extends UpdatedKey {
  readonly n: number;
}

/** Filter and limit of a list of tasks. */
export interface TaskRequest extends TaskFilter {
  readonly state: 'open' | 'done' | 'all';
  readonly limit: number;
  /** Position of the last task of the previous page; none for the first page. */
  readonly after?: TaskKey | undefined;
}

/** Task with its note; lines count from 1. */
export interface TaskRow {
  readonly documentPk: number;
  readonly documentId: string;
  /** Modification time of its note. */
  readonly updatedAt: number;
  /** Number of the task in its note, from 0. */
  readonly n: number;
  readonly title: string;
  readonly notebookId: string;
  /** Tag names of its note, sorted. */
  readonly tags: readonly string[];
  readonly text: string;
  readonly done: boolean;
  readonly line: number;
  readonly blockId: string;
  /** Block name written by the author; null without one. */
  readonly marker: string | null;
  /** `YYYY-MM-DD` */
  readonly due: string | null;
}

const d = alias(documents, 'd');
const n = alias(notebooks, 'n');
const t = alias(tasks, 't');

const columns = {
  documentPk: d.pk,
  documentId: d.id,
  updatedAt: d.updatedAt,
  n: t.n,
  title: d.title,
  notebookId: n.id,
  tags: selectTagNames(d.pk),
  text: t.text,
  done: t.done,
  line: t.line,
  blockId: t.blockId,
  due: t.due,
};
const makeTask = ([
  documentPk,
  documentId,
  updatedAt,
  n,
  title,
  notebookId,
  tags,
  text,
  done,
  line,
  blockId,
  due,
]: Columns) => ({
  documentPk,
  documentId,
  updatedAt,
  n,
  title,
  notebookId,
  tags,
  text,
  done,
  line,
  blockId,
  due,
});
const countColumns = {
  open: sql<number>`coalesce(sum(${d.openTasks}), 0)`,
  done: sql<number>`coalesce(sum(${d.doneTasks}), 0)`,
};

/** Values of a filter: null for a field without a value. */
interface FilterValues {
  readonly documentPk: number | null;
  readonly notebookPks: string | null;
}
/** Fields that a filter has. */
interface Shape {
  readonly isOneNote: boolean;
  readonly isInNotebooks: boolean;
}

/** Selects notes with tasks: one by its key, others by their index. */
const selectSource = ({ isOneNote }: Shape) =>
  isOneNote ? sql`${documents} ${d}` : sql`${documents} ${d} INDEXED BY documents_tasks`;
const isWanted = ({ documentPk, notebookPks }: Parameters<FilterValues>, { isOneNote, isInNotebooks }: Shape) =>
  sql.join(
    [
      sql`${d.deletedAt} IS NULL AND ${d.openTasks} + ${d.doneTasks} > 0`,
      ...(isOneNote ? [sql`${d.pk} = ${documentPk}`] : []),
      ...(isInNotebooks ? [sql`${d.notebookPk} IN (SELECT value FROM json_each(${notebookPks}))`] : []),
    ],
    sql.raw(' AND '),
  );

/** Selects tasks after a position. */
const isAfter = ({ updatedAt, pk, n }: Parameters<TaskKey>) =>
  sql`(${d.updatedAt}, ${d.pk}) <= (${updatedAt}, ${pk}) AND (${d.pk} <> ${pk} OR ${t.n} > ${n})`;

const defineList = (shape: Shape, hasTasks: SQL, isListed: SQL) =>
  defineQuery((values: Parameters<FilterValues & TaskKey & { limit: number }>) =>
    rows(
      columns,
      (list) => sql`SELECT ${list} FROM ${selectSource(shape)} CROSS JOIN ${tasks} ${t} ON ${t.documentPk} = ${d.pk}
          CROSS JOIN ${notebooks} ${n} ON ${n.pk} = ${d.notebookPk}
        WHERE ${isWanted(values, shape)} AND ${hasTasks} AND ${isListed} AND ${isAfter(values)}
        ORDER BY ${d.updatedAt} DESC, ${d.pk} DESC, ${t.n} LIMIT ${values.limit}`,
      makeTask,
    ),
  );
const defineLists = (shape: Shape) => ({
  open: defineList(shape, sql`${d.openTasks} > 0`, sql`${t.done} = 0`),
  done: defineList(shape, sql`${d.doneTasks} > 0`, sql`${t.done} = 1`),
  all: defineList(shape, sql`1`, sql`1`),
});
const defineSum = (shape: Shape) =>
  defineQuery((values: Parameters<FilterValues>) =>
    rows(countColumns, (list) => sql`SELECT ${list} FROM ${selectSource(shape)} WHERE ${isWanted(values, shape)}`),
  );
const defineQueries = (shape: Shape) => ({ lists: defineLists(shape), sum: defineSum(shape) });

const queries = {
  ofAll: defineQueries({ isOneNote: false, isInNotebooks: false }),
  ofNotebooks: defineQueries({ isOneNote: false, isInNotebooks: true }),
  ofNote: defineQueries({ isOneNote: true, isInNotebooks: false }),
  ofNoteInNotebooks: defineQueries({ isOneNote: true, isInNotebooks: true }),
};

function getQueries({ documentPk, notebookPks }: TaskFilter): ReturnType<typeof defineQueries> {
  if (documentPk === undefined) return notebookPks === undefined ? queries.ofAll : queries.ofNotebooks;
  return notebookPks === undefined ? queries.ofNote : queries.ofNoteInNotebooks;
}

const toValues = ({ documentPk, notebookPks }: TaskFilter): FilterValues => ({
  documentPk: documentPk ?? null,
  notebookPks: notebookPks === undefined ? null : JSON.stringify(notebookPks),
});

/** Position before all tasks. */
const FIRST: TaskKey = { updatedAt: Number.MAX_SAFE_INTEGER, pk: Number.MAX_SAFE_INTEGER, n: -1 };

/** Reads the tasks of active notes. */
export class TaskReader {
  readonly #sql: Statements;

  constructor(handle: Handle) {
    this.#sql = new Statements(handle.raw);
  }

  /** Tasks ordered by most recently changed note, then in text order. */
  list({ state, limit, after: { updatedAt, pk, n } = FIRST, ...filter }: TaskRequest): TaskRow[] {
    const values = { ...toValues(filter), updatedAt, pk, n, limit };
    return this.#sql.all(getQueries(filter).lists[state], values).map(addMarker);
  }

  /** Returns the numbers of tasks in the notes that match the filter. */
  counts(filter: TaskFilter): TaskCounts {
    return this.#sql.get(getQueries(filter).sum, toValues(filter)) as TaskCounts;
  }
}

function addMarker(row: Row<typeof columns>): TaskRow {
  const { blockId } = row;
  return Object.assign(row, { marker: blockId.startsWith('^') ? blockId.slice(1) : null });
}
