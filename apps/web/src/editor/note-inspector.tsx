import { useEffect, useState } from 'preact/hooks';
import { InspectorPane } from '../inspector/inspector-pane.js';
import { FollowedVersion } from '../kernel/use-data.js';
import { scrollTo } from '../reading/pages.js';
import { findPage, lineInSight, scrollToLine } from './line-in-sight.js';
import type { NoteMode } from './remembered-view.js';
import type { NoteSession } from './session.js';
import { lineAfter } from './text-changes.js';
import { isActiveNote } from './whole-note.js';

interface NoteInspectorProps {
  readonly session: NoteSession;
  readonly mode: NoteMode;
}

/** Details of the open note; empty when it is in Trash, deleted or not on the server. */
export function NoteInspector({ session, mode }: NoteInspectorProps) {
  const { buffer, note } = session;
  const line = useLineInSight(session, mode);
  if (note.value === undefined || !isActiveNote(session)) return null;
  const { body } = note.value;
  // The outline refers to the stored text.
  const goTo = (stored: number) => {
    const { doc } = buffer.view.state;
    const at = lineAfter(body, stored, doc);
    const targetLine = at === undefined ? stored : doc.lineAt(at).number;
    scrollToLine(buffer.view, targetLine);
    const page = findPage(buffer.view);
    if (page !== null) scrollTo(page, targetLine);
  };
  return (
    <FollowedVersion.Provider value={session.seenVersion}>
      <InspectorPane
        document_id={note.value.id}
        line={line}
        editable={!session.isReadOnly}
        onGoTo={goTo}
        onInsert={(markdown) => buffer.view.dispatch(buffer.view.state.replaceSelection(markdown))}
      />
    </FollowedVersion.Provider>
  );
}

/** Follows the cursor and the scrolling of the text, or of the page in read mode. */
function useLineInSight(session: NoteSession, mode: NoteMode): number {
  const { view, line: cursorLine } = session.buffer;
  const [line, setLine] = useState(1);
  const at = cursorLine.value;
  useEffect(() => {
    let frame = 0;
    const follow = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setLine(lineInSight(view, mode === 'read' ? findPage(view) : null)));
    };
    follow();
    // Listens in the capture phase, because scroll events do not bubble.
    const body = view.dom.closest('.note-body');
    body?.addEventListener('scroll', follow, true);
    return () => {
      cancelAnimationFrame(frame);
      body?.removeEventListener('scroll', follow, true);
    };
  }, [view, mode, at]);
  return line;
}
