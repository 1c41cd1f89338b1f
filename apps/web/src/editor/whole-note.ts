import { ApiError } from '../api/api-error.js';
import { call } from '../api/client.js';
import type { NoteActions } from '../commands/writing.js';
import type { RemoteNote } from '../drafts/remote.js';
import { showTab } from '../inspector/inspector-pane.js';
import { go } from '../kernel/router.js';
import { notify } from '../ui/notices.js';
import { attempt } from '../ui/use-action.js';
import type { NoteSession } from './session.js';
import { states, text } from './texts.js';

/** Returns true when the note is on the server and not in Trash. */
export const isActiveNote = ({ note, engine }: NoteSession): boolean =>
  note.value !== undefined && note.value.deletedAt === undefined && engine.status.value.word !== 'missing';

/**
 * Returns the commands on the whole note.
 *
 * @param onImages shows the remote images of the note
 */
export function getWholeNoteActions(session: NoteSession, onImages: () => void): NoteActions {
  if (!isActiveNote(session)) return {};
  const viewActions = { links: () => showTab('links'), images: () => withSavedNote(session, onImages) };
  if (session.isReadOnly) return viewActions;
  return {
    ...viewActions,
    move: () => showTab('details', 'notebook'),
    tag: () => showTab('details', 'tag'),
    duplicate: () => withSavedNote(session, ({ id }) => attempt(() => duplicate(id))),
    trash: () => withSavedNote(session, (stored) => trash(session, stored)),
  };
}

/** Saves the note, then runs an action on the stored note. */
async function withSavedNote(session: NoteSession, act: (stored: RemoteNote) => unknown): Promise<void> {
  await session.engine.save();
  const stored = session.note.peek();
  const { word } = session.engine.status.peek();
  if (stored === undefined || (word !== 'saved' && word !== 'read_only')) return notify(text.saveFirst(states[word]));
  await act(stored);
}

async function duplicate(document_id: string): Promise<void> {
  const { items } = await call('runBatch', { operation: 'duplicate', mode: 'atomic', items: [{ document_id }] });
  const { new_document_id: duplicateId, error } = items[0] ?? {};
  if (error !== undefined) throw new ApiError(error.code as ApiError['code'], error.message);
  notify(text.duplicated);
  go(['n', duplicateId as string]);
}

/** The note stays open, so that it can be restored there. */
async function trash(session: NoteSession, { id, revisionId }: RemoteNote): Promise<void> {
  const result = await attempt(() => call('trashDocument', { document_id: id, base_revision_id: revisionId }));
  if (!result) return;
  await session.refresh();
  const restore = () => attempt(() => call('restoreDocument', { document_id: id }));
  notify(text.movedToTrash, { label: text.undo, run: () => void restore() });
}
