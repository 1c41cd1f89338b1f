import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { online } from '../kernel/connection.js';
import { currentEntry } from '../kernel/router.js';
import { LazyReading } from '../reading/lazy-reading.js';
import { PaneContext } from '../shell/panes.js';
import { notify } from '../ui/notices.js';
import { keepPosition, recallPosition, type ScrollPosition } from '../ui/scroll-positions.js';
import { findLine } from './find-line.js';
import { followScroll } from './follow-scroll.js';
import { getBody } from './line-breaks.js';
import { findPage, readPagePosition, scrollToLine } from './line-in-sight.js';
import { type NotePositions, toPagePosition, toTextPosition } from './mode-position.js';
import { type NoteMode, toEditMode } from './remembered-view.js';
import type { NoteSession } from './session.js';
import { followTextPosition, readTextPosition, restoreTextPosition } from './text-position.js';
import { text } from './texts.js';

interface NoteBodyProps {
  readonly session: NoteSession;
  readonly mode: NoteMode;
  /** Heading anchor, block or line to scroll to. */
  readonly at: string | number | undefined;
  /** Called with the body that the reading view shows in full. */
  readonly onRendered: (body: string) => void;
}

/** Location to scroll to: that of the address, or the positions kept for an entry of the history. */
type Target = string | number | NotePositions | undefined;
/** Scrolled parts of a note: the editor and the rendered page. */
type Part = keyof NotePositions;

/** The body of a note, in the editor or rendered. */
export function NoteBody({ session, mode, at, onRendered }: NoteBodyProps) {
  const writes = mode !== 'read';
  const target = useTarget(session, at, mode);
  return (
    <div class={`note-body shows-${mode}`}>
      <Host session={session} mode={mode} target={target} hidden={!writes} />
      {(mode === 'read' || mode === 'split') && (
        <Preview session={session} isBeside={writes} target={target} onRendered={onRendered} />
      )}
    </div>
  );
}

interface OpenedAt {
  readonly session: NoteSession;
  readonly at: string | number | undefined;
  readonly mode: NoteMode;
  readonly target: Target;
}

/**
 * Returns the location that a note is opened at; a note that stays open keeps its position, in another mode at the same
 * line.
 */
function useTarget(session: NoteSession, at: OpenedAt['at'], mode: NoteMode): Target {
  const names = usePositions(session);
  const last = useRef<OpenedAt>(undefined);
  if (last.current?.session !== session || last.current.at !== at) {
    const [text, page] = (['text', 'page'] as const).map((part) => names.recall(part));
    const isKept = text !== undefined || page !== undefined;
    const target = isKept ? { ...(text && { text }), ...(page && { page }) } : at;
    last.current = { session, at, mode, target };
  } else if (last.current.mode !== mode) {
    last.current = { session, at, mode, target: getTargetInMode(last.current, mode) };
  }
  return last.current.target;
}

/** Returns the location in a mode that shows what the mode before showed, whose elements are still on the page. */
function getTargetInMode({ session, mode: before, target }: OpenedAt, mode: NoteMode): Target {
  const { view } = session.buffer;
  const page = findPage(view);
  if (mode === 'read' && page === null) return { page: toPagePosition(view) };
  // Beside the editor the page follows it.
  if (before !== 'read' || page === null) return mode === 'split' ? {} : target;
  const text = toTextPosition(view, page, typeof target === 'object' ? target.page : undefined);
  return text === undefined ? {} : { text };
}

/** Returns functions that keep and recall the positions of a note, in this pane, for the current entry of the history. */
function usePositions(session: NoteSession) {
  const pane = useContext(PaneContext);
  const entry = currentEntry.value;
  return useMemo(() => {
    const name = (part: Part) => `${pane} ${session.note.peek()?.id ?? session.engine.key} ${part}`;
    return {
      keep: (part: Part, position: ScrollPosition) => keepPosition(entry, name(part), position),
      recall: (part: Part) => recallPosition(entry, name(part)),
    };
  }, [session, pane, entry]);
}

interface BodyPartProps extends Pick<NoteBodyProps, 'session'> {
  readonly target: Target;
}

interface HostProps extends BodyPartProps, Pick<NoteBodyProps, 'mode'> {
  readonly hidden: boolean;
}

function Host({ session, mode, target, hidden }: HostProps) {
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
    if (typeof target === 'object')
      return !hidden && target.text ? restoreTextPosition(buffer.view, target.text) : undefined;
    if (target === undefined || id === undefined) return;
    session.arrival = findLine(id, target).then((line) => {
      if (line !== undefined) scrollToLine(buffer.view, line);
      else if (online.peek()) notify(text.staleAnchor);
    });
  }, [buffer, target]);
  const positions = usePositions(session);
  useEffect(() => {
    if (hidden) return;
    const keep = (position: ScrollPosition) => positions.keep('text', position);
    if (positions.recall('text') === undefined) keep(readTextPosition(buffer.view));
    return followTextPosition(buffer.view, keep);
  }, [positions, hidden]);
  return <div ref={host} class="editor-host" hidden={hidden} onFocusOut={() => void engine.save()} />;
}

/** Delay of the preview after typing. */
const FOLLOW_MS = 200;

interface PreviewProps extends BodyPartProps, Pick<NoteBodyProps, 'onRendered'> {
  /** True beside the editor, whose lines it follows. */
  readonly isBeside: boolean;
}

function Preview({ session, isBeside, target, onRendered }: PreviewProps) {
  const { buffer } = session;
  const scroller = useRef<HTMLDivElement>(null);
  const positions = usePositions(session);
  useEffect(() => {
    const page = scroller.current as HTMLElement;
    const keep = () => positions.keep('page', readPagePosition(page));
    if (positions.recall('page') === undefined) keep();
    page.addEventListener('scroll', keep, { passive: true });
    return () => page.removeEventListener('scroll', keep);
  }, [positions]);
  useEffect(() => {
    if (!isBeside) return;
    const { end, follow, showLine } = followScroll(buffer.view, scroller.current as HTMLElement);
    // A note opened at a position of its page keeps it until the editor is scrolled.
    if (typeof target === 'object' && target.page === undefined) follow();
    let lastLine = buffer.line.peek();
    const stopLine = buffer.line.subscribe((line) => {
      if (line !== lastLine) showLine(line);
      lastLine = line;
    });
    return () => {
      stopLine();
      end();
    };
  }, [buffer, isBeside]);
  const version = buffer.version.value;
  const opened = useMemo(() => ({ buffer, body: getBody(buffer.view.state) }), [buffer]);
  const [typed, setTyped] = useState(opened);
  const { body } = typed.buffer === buffer ? typed : opened;
  useEffect(() => {
    const timer = setTimeout(() => setTyped({ buffer, body: getBody(buffer.view.state) }), FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [buffer, version]);
  const note = session.note.value;
  const owner = useMemo(
    () => note && { id: note.id, current_revision_id: note.revisionId, editable: note.editable },
    [note],
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it, also where it holds nothing to step to.
    <div ref={scroller} class="note-preview" tabIndex={0}>
      <LazyReading
        body={body}
        title={buffer.title.value}
        document={owner}
        at={typeof target === 'object' ? target.page : target}
        onRendered={onRendered}
        onTick={session.isReadOnly ? undefined : (line) => buffer.tick(body, line)}
      />
    </div>
  );
}
