import { moveNotes } from '../notes/note-actions.js';
import { MoveDialog } from '../organise/move-dialog.js';
import { useNoteNotebook } from './note-place.js';
import { text } from './texts.js';

interface MoveNoteProps {
  readonly documentId: string;
  readonly onClose: () => void;
}

/** Moves the open note to a notebook found by any words of its path. */
export const MoveNote = ({ documentId, onClose }: MoveNoteProps) => (
  <MoveDialog
    title={text.moveNote}
    currentId={useNoteNotebook(documentId)}
    onMove={({ id, path }) => void moveNotes([documentId], id, path)}
    onClose={onClose}
  />
);
