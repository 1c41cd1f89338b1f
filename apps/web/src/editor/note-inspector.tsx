import { Inspector } from '../inspector/inspector.js';
import { isInspectorOpen } from './inspector-toggle.js';
import { scrollToLine } from './scroll.js';
import type { NoteSession } from './session.js';

/** What there is to know of the note that is open, where it is wanted; nothing while it is not on the server. */
export function NoteInspector({ session }: { readonly session: NoteSession }) {
  const { buffer, note } = session;
  if (note.value === undefined || !isInspectorOpen()) return null;
  const canWrite = !session.isReadOnly;
  const insert = (markdown: string) => buffer.view.dispatch(buffer.view.state.replaceSelection(markdown));
  return (
    <Inspector
      document_id={note.value.id}
      line={buffer.cursor.value[0]}
      editable={canWrite}
      onGoTo={(line) => scrollToLine(buffer.view, line)}
      onInsert={canWrite ? insert : undefined}
    />
  );
}
