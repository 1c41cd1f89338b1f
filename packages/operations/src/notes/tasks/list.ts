import type { Input, Output } from '@notes/contract';
import type { Reader, TaskFilter, TaskRow } from '@notes/storage';
import { getSubtree } from '../../organise/notebooks/tree.js';
import { existingNotebook, getActiveDocument } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { documentUri, wireMarker } from '../../platform/wire.js';

export function listTasks({ library }: Context, input: Input<'listTasks'>): Output<'listTasks'> {
  return library.store.read((reader) => {
    const scope = toTaskFilter(reader, input);
    const rows = reader.tasks.list({ ...scope, state: input.state, limit: input.limit });
    const { open, done } = reader.tasks.counts(scope);
    const counts = { open, done, total: open + done };
    const wanted = input.state === 'all' ? counts.total : counts[input.state];
    return { tasks: rows.map(wireTask), counts, truncated: rows.length < wanted };
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
