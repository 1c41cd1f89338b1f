import type { Input, Output } from '@notes/contract';
import type { Reader, TaskFilter, TaskKey, TaskRow } from '@notes/storage';
import { getSubtree } from '../../organise/notebooks/tree.js';
import { existingNotebook, getActiveDocument } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { decodeCursor, encodeCursor, paginate } from '../../platform/cursor.js';
import { documentUri, wireMarker } from '../../platform/wire.js';

/** Position of a page: its last task, and the number of tasks up to it. */
interface PageEnd extends TaskKey {
  readonly listed: number;
}

export function listTasks({ library }: Context, input: Input<'listTasks'>): Output<'listTasks'> {
  const { state, limit, document_id = '', notebook_id = '' } = input;
  const { store, cursorKey } = library;
  const binding = ['tasks', state, document_id, notebook_id];
  const end = input.cursor === undefined ? undefined : decodeCursor<PageEnd>(cursorKey, binding, input.cursor);
  const before = end?.listed ?? 0;
  return store.read((reader) => {
    const scope = toTaskFilter(reader, input);
    const rows = reader.tasks.list({ ...scope, state, limit: limit + 1, after: end });
    const { page, next } = paginate(rows, limit, ({ updatedAt, documentPk: pk, n }) =>
      encodeCursor(cursorKey, binding, { updatedAt, pk, n, listed: before + limit } satisfies PageEnd),
    );
    const { open, done } = reader.tasks.counts(scope);
    const counts = { open, done, total: open + done };
    const wanted = state === 'all' ? counts.total : counts[state];
    return { tasks: page.map(wireTask), counts, truncated: before + page.length < wanted, next_cursor: next };
  });
}

function toTaskFilter(reader: Reader, { document_id, notebook_id }: Input<'listTasks'>): TaskFilter {
  const notebooks = (id: string) => getSubtree(reader.notebooks.all(), existingNotebook(reader, id));
  return {
    ...(document_id !== undefined && { documentPk: getActiveDocument(reader, document_id).pk }),
    ...(notebook_id !== undefined && { notebookPks: notebooks(notebook_id).map(({ pk }) => pk) }),
  };
}

function wireTask(task: TaskRow): Output<'listTasks'>['tasks'][number] {
  return {
    task_id: task.blockId,
    document_id: task.documentId,
    title: task.title,
    notebook_id: task.notebookId,
    text: task.text,
    state: task.done ? 'done' : 'open',
    line: task.line,
    marker: wireMarker(task.marker),
    anchor_uri: `${documentUri(task.documentId)}#${task.blockId}`,
    due: task.due,
    tags: [...task.tags],
  };
}
