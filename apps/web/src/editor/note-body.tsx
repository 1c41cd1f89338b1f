import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Reading } from '../reading/reading.js';
import { bodyOf } from './line-breaks.js';
import { lineOf } from './line-of.js';
import type { NoteMode } from './modes.js';
import { scrollToLine } from './scroll.js';
import type { NoteSession } from './session.js';

interface NoteBodyProps {
  readonly session: NoteSession;
  readonly mode: NoteMode;
  /** A heading's anchor, a block, or a line, to be scrolled to. */
  readonly at: string | undefined;
}

/** The text of a note, written or laid out. */
export function NoteBody({ session, mode, at }: NoteBodyProps) {
  const writes = mode !== 'read';
  return (
    <div class={`note-body shows-${mode}`}>
      <Host session={session} mode={mode} at={at} hidden={!writes} />
      {(mode === 'read' || mode === 'split') && <Preview session={session} at={at} />}
    </div>
  );
}

function Host({ session: { buffer, engine, note }, mode, at, hidden }: NoteBodyProps & { readonly hidden: boolean }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    host.current?.replaceChildren(buffer.view.dom);
    buffer.view.requestMeasure();
  }, [buffer]);
  // Focus that was in what is hidden now comes to the text.
  const wasHidden = useRef(hidden);
  useEffect(() => {
    if (wasHidden.current && !hidden && document.activeElement === document.body) buffer.view.focus();
    wasHidden.current = hidden;
  }, [buffer, hidden]);
  useEffect(() => buffer.setMode(mode === 'source' ? 'source' : 'live'), [buffer, mode]);
  useEffect(() => {
    const id = note.peek()?.id;
    if (at === undefined || id === undefined) return;
    void lineOf(id, at).then((line) => line !== undefined && scrollToLine(buffer.view, line));
  }, [buffer, at]);
  return <div ref={host} class="editor-host" hidden={hidden} onFocusOut={() => void engine.save()} />;
}

/** How soon the preview follows what is typed. */
const FOLLOW_MS = 200;

function Preview({ session, at }: Pick<NoteBodyProps, 'session' | 'at'>) {
  const { buffer } = session;
  const version = buffer.version.value;
  const [body, setBody] = useState(() => bodyOf(buffer.view.state));
  useEffect(() => {
    const timer = setTimeout(() => setBody(bodyOf(buffer.view.state)), FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [buffer, version]);
  const note = session.note.value;
  const owner = useMemo(
    () => note && { id: note.id, current_revision_id: note.revisionId, editable: note.editable },
    [note],
  );
  return (
    <div class="note-preview">
      <Reading
        body={body}
        document={owner}
        at={at}
        onTick={session.isReadOnly ? undefined : (line) => buffer.tick(body, line)}
      />
    </div>
  );
}
