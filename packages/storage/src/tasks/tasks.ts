import type { TaskCounts } from '../documents/derived.js';
import { type Handle, Statements } from '../library/statements.js';

/** Filter for tasks; no field selects the tasks of all active notes. */
export interface TaskFilter {
  /** Key of a note to select tasks of. */
  readonly documentPk?: number;
  /** Keys of notebooks; selects tasks of notes directly in them. */
  readonly notebookPks?: readonly number[];
}

/** Filter and limit of a list of tasks. */
export interface TaskRequest extends TaskFilter {
  readonly state: 'open' | 'done' | 'all';
  readonly limit: number;
}

/** Task with its note; lines count from 1. */
export interface TaskRow {
  readonly documentPk: number;
  readonly documentId: string;
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

type TaskColumns = [
  ...[documentPk: number, documentId: string, title: string, notebookId: string, tags: string],
  ...[text: string, done: number, line: number, blockId: string, due: string | null],
];

const WITH_TASKS = 'd.deleted_at IS NULL AND d.open_tasks + d.done_tasks > 0';
/** Conditions of filters on `d`, each with one parameter. */
const FILTERS = {
  documentPk: 'd.pk = ?',
  notebookPks: 'd.notebook_pk IN (SELECT value FROM json_each(?))',
};
const STATES = {
  open: { documents: 'd.open_tasks > 0', tasks: 't.done = 0' },
  done: { documents: 'd.done_tasks > 0', tasks: 't.done = 1' },
  all: { documents: '1', tasks: '1' },
};

/** Reads the tasks of active notes. */
export class TaskReader {
  readonly #sql: Statements;

  constructor(handle: Handle) {
    this.#sql = new Statements(handle.raw);
  }

  /** Tasks ordered by most recently changed note, then in text order. */
  list({ state, limit, ...filter }: TaskRequest): TaskRow[] {
    const { from, conditions, parameters } = buildQuery(filter);
    const { documents, tasks } = STATES[state];
    const rows = this.#sql.rows<TaskColumns>(
      `SELECT d.pk, d.id, d.title, n.id,
         (SELECT json_group_array(g.name ORDER BY g.name_key) FROM document_tags dt JOIN tags g ON g.pk = dt.tag_pk
          WHERE dt.document_pk = d.pk),
         t.text, t.done, t.line, t.block_id, t.due
       FROM ${from} CROSS JOIN tasks t ON t.document_pk = d.pk CROSS JOIN notebooks n ON n.pk = d.notebook_pk
       WHERE ${conditions} AND ${documents} AND ${tasks} ORDER BY d.updated_at DESC, d.pk DESC, t.n LIMIT ?`,
      ...parameters,
      limit,
    );
    return rows.map(taskRow);
  }

  /** Returns the numbers of tasks in the notes that match the filter. */
  counts(filter: TaskFilter): TaskCounts {
    const { from, conditions, parameters } = buildQuery(filter);
    const [open, done] = this.#sql.row<[number, number]>(
      `SELECT coalesce(sum(d.open_tasks), 0), coalesce(sum(d.done_tasks), 0) FROM ${from} WHERE ${conditions}`,
      ...parameters,
    ) as [number, number];
    return { open, done };
  }
}

function buildQuery({ documentPk, notebookPks }: TaskFilter): {
  from: string;
  conditions: string;
  parameters: unknown[];
} {
  const given = [
    ...(documentPk === undefined ? [] : [[FILTERS.documentPk, documentPk] as const]),
    ...(notebookPks === undefined ? [] : [[FILTERS.notebookPks, JSON.stringify(notebookPks)] as const]),
  ];
  return {
    from: documentPk === undefined ? 'documents d INDEXED BY documents_tasks' : 'documents d',
    conditions: [WITH_TASKS, ...given.map(([condition]) => condition)].join(' AND '),
    parameters: given.map(([, parameter]) => parameter),
  };
}

function taskRow(row: TaskColumns): TaskRow {
  const [documentPk, documentId, title, notebookId, tags, text, done, line, blockId, due] = row;
  const marker = blockId.startsWith('^') ? blockId.slice(1) : null;
  const note = { documentPk, documentId, title, notebookId, tags: JSON.parse(tags) as string[] };
  return { ...note, text, done: done === 1, line, blockId, marker, due };
}
