import { ApiError } from '../api/api-error.js';
import { call } from '../api/client.js';
import { text } from './texts.js';
import { type ListedTask, tickEdit } from './tick-edit.js';

/**
 * Ticks or unticks a task in the current version of the note; retries once when the note changed meanwhile.
 *
 * @throws ApiError `conflict` when the task has changed or was removed
 */
export async function tick(documentId: string, task: ListedTask): Promise<void> {
  try {
    await tickOnce(documentId, task);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'revision_conflict') throw error;
    await tickOnce(documentId, task);
  }
}

async function tickOnce(documentId: string, task: ListedTask): Promise<void> {
  const { body, current_revision_id } = await call('getDocument', { document_id: documentId });
  const edit = tickEdit(body, task);
  if (edit === undefined) throw new ApiError('conflict', text.taskChanged);
  await call('editDocument', { document_id: documentId, base_revision_id: current_revision_id, edits: [edit] });
}
