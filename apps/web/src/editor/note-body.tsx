import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { LazyReading } from '../reading/lazy-reading.js';
import { findLine } from './blocks.js';
import { getBody } from './line-breaks.js';
import { scrollToLine } from './line-in-sight.js';
import { type NoteMode, toEditMode } from './remembered-view.js';
import type { NoteSession } from './session.js';

interface NoteBodyProps {
  readonly session: NoteSession;
  readonly mode: NoteMode;
  /** Heading anchor, block or line to scroll to. */
  readonly at: string | undefined;
  /** Called with the body that the reading view shows in full. */
  readonly onRendered: (body: string) => void;
}

/** The body of a note, in the editor or rendered. */
export function NoteBody({ session, mode, at, onRendered }: NoteBodyProps) {
  const writes = mode !== 'read';
  return (
    <div class={`note-body shows-${mode}`}>
      <Host session={session} mode={mode} at={at} hidden={!writes} />
      {(mode === 'read' || mode === 'split') && <Preview session={session} at={at} onRendered={onRendered} />}
    </div>
  );
}

function Host(props: Omit<NoteBodyProps, 'onRendered'> & { readonly hidden: boolean }) {
  const { session, mode, at, hidden } = props;
  const { buffer, engine, note } = session;
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    host.current?.replaceChildren(buffer.view.dom);
    buffer.view.requestMeasure();
  }, [buffer]);
  // Moves focus to the text when the element that had it was hidden.
  const wasHidden = useRef(hidden);
  useEffect(() => {
    if (wasHidden.current && !hidden && document.activeElement === document.body) buffer.view.focus();
    wasHidden.current = hidden;
  }, [buffer, hidden]);
  useEffect(() => buffer.setMode(toEditMode(mode)), [buffer, mode]);
  useEffect(() => {
    const id = note.peek()?.id;
    if (at === undefined || id === undefined) return;
    void findLine(id, at).then((line) => line !== undefined && scrollToLine(buffer.view, line));
  }, [buffer, at]);
  return <div ref={host} class="editor-host" hidden={hidden} onFocusOut={() => void engine.save()} />;
}

/** Delay of the preview after typing. */
const FOLLOW_MS = 200;

function Preview({ session, at, onRendered }: Omit<NoteBodyProps, 'mode'>) {
  const { buffer } = session;
  const version = buffer.version.value;
  const [body, setBody] = useState(() => getBody(buffer.view.state));
  useEffect(() => {
    const timer = setTimeout(() => setBody(getBody(buffer.view.state)), FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [buffer, version]);
  const note = session.note.value;
  const owner = useMemo(
    () => note && { id: note.id, current_revision_id: note.revisionId, editable: note.editable },
    [note],
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it, also where it holds nothing to step to.
    <div class="note-preview" tabIndex={0}>
      <LazyReading
        body={body}
        title={buffer.title.value}
        document={owner}
        at={at}
        onRendered={onRendered}
        onTick={session.isReadOnly ? undefined : (line) => buffer.tick(body, line)}
      />
    </div>
  );
}
