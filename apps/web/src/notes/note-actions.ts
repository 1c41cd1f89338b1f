import type { RawInput } from '@notes/contract';
import { ApiError } from '../api/api-error.js';
import { call } from '../api/client.js';
import { notify } from '../ui/notices.js';
import { attempt } from '../ui/use-action.js';
import { text } from './note-action-texts.js';

/**
 * Duplicates a note in its notebook; returns the id of the copy.
 *
 * @throws ApiError
 */
export async function duplicateNote(document_id: string): Promise<string> {
  const { items } = await call('runBatch', { operation: 'duplicate', mode: 'atomic', items: [{ document_id }] });
  const { new_document_id, error } = items[0] ?? {};
  if (error !== undefined) throw new ApiError(error.code as ApiError['code'], error.message);
  return new_document_id as string;
}

/** Moves a note to Trash and offers to undo it. Returns true when it succeeded. */
export async function trashNote(document_id: string, base_revision_id: string): Promise<boolean> {
  const isTrashed = await attempt(() => call('trashDocument', { document_id, base_revision_id }));
  if (!isTrashed) return false;
  const restore = () => attempt(() => call('restoreDocument', { document_id }));
  notify(text.movedToTrash, { label: text.undo, run: () => void restore() });
  return true;
}

type Batch = Omit<Extract<RawInput<'runBatch'>, object>, 'items'>;

/** Runs a batch on notes, and reports how many changed and how many could not be changed. */
function changeNotes(ids: readonly string[], batch: Batch, report: (count: number) => string) {
  return attempt(async () => {
    const items = ids.map((document_id) => ({ document_id }));
    const outcome = await call('runBatch', { ...batch, mode: 'best_effort', items });
    const count = (status: string) => outcome.items.filter((item) => item.status === status).length;
    notify(report(count('applied')));
    if (count('failed') > 0) notify(text.notAll(count('failed')));
  });
}

/** Moves notes to a notebook. */
export const moveNotes = (ids: readonly string[], notebook_id: string, name: string) =>
  changeNotes(ids, { operation: 'move', notebook_id }, (count) => text.movedTo(count, name));

/** Adds a tag to notes. */
export const tagNotes = (ids: readonly string[], tag: string) =>
  changeNotes(ids, { operation: 'add_tags', tags: [tag] }, (count) => text.taggedWith(count, tag));
