import type { NoteActions } from '../commands/writing.js';
import type { RemoteNote } from '../drafts/remote.js';
import { showTab } from '../inspector/inspector-pane.js';
import { go } from '../kernel/router.js';
import { duplicateNote, trashNote } from '../notes/note-actions.js';
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
 * @param onMove opens the choice of another notebook
 */
export function getWholeNoteActions(session: NoteSession, onImages: () => void, onMove: () => void): NoteActions {
  if (!isActiveNote(session)) return {};
  const viewActions = { links: () => showTab('links'), images: () => withSavedNote(session, onImages) };
  if (session.isReadOnly) return viewActions;
  return {
    ...viewActions,
    move: onMove,
    tag: () => showTab('details', 'tag'),
    duplicate: () => withSavedNote(session, ({ id }) => duplicate(id)),
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

const duplicate = (id: string) =>
  attempt(async () => {
    const copyId = await duplicateNote(id);
    notify(text.duplicated);
    go(['n', copyId]);
  });

/** The note stays open, so that it can be restored there. */
async function trash(session: NoteSession, { id, revisionId }: RemoteNote): Promise<void> {
  if (await trashNote(id, revisionId)) await session.refresh();
}
