import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { takeHeldKeys } from '../commands/held-keys.js';
import { registerActions } from '../commands/writing.js';
import { Banners } from '../editor/banners.js';
import { getEditorActions } from '../editor/editor-actions.js';
import { parseLine } from '../editor/find-line.js';
import { focusBody } from '../editor/focus-body.js';
import { Footer } from '../editor/footer.js';
import { getBody } from '../editor/line-breaks.js';
import { NoteBody } from '../editor/note-body.js';
import { NoteHead } from '../editor/note-head.js';
import { NoteInspector } from '../editor/note-inspector.js';
import { type NotOpened, openSession } from '../editor/open-session.js';
import { isMode, type NoteMode, rememberMode, standardMode, toEditMode } from '../editor/remembered-view.js';
import { NoteSession } from '../editor/session.js';
import { text } from '../editor/texts.js';
import { TouchToolbar } from '../editor/touch/touch-toolbar.js';
import { getWholeNoteActions, isActiveNote } from '../editor/whole-note.js';
import { recordOpened } from '../finder/opened-notes.js';
import { toggleInspector } from '../inspector/inspector-pane.js';
import { FURTHER } from '../kernel/new-note.js';
import { cancelNoteFocus, repeatedVisits, takeNoteFocus } from '../kernel/note-focus.js';
import { currentLocation as here, type PageLocation, replaceLocation } from '../kernel/router.js';
import { text as frame } from '../kernel/texts.js';
import { useTitle } from '../kernel/title.js';
import type { Printable } from '../printing/note-printer.js';
import { usePrinting } from '../printing/note-printer.js';
import { PaneContext, replacePaneFields, usedPane } from '../shell/panes.js';
import type { ScreenProps } from '../shell/screen-module.js';
import { fill } from '../text/catalogue.js';
import { makeLazy } from '../ui/lazy.js';
import { formatTitle } from '../ui/note-link.js';
import { Empty } from '../ui/states.js';
import '../editor/editor.css';

const MoveNote = makeLazy(async () => (await import('../editor/move-note.js')).MoveNote);
const RemoteImages = makeLazy(async () => (await import('../media/remote-images.js')).RemoteImages);
const HeadingOffer = makeLazy(async () => (await import('../mentions/heading-offer.js')).HeadingOffer);
const RenameOffer = makeLazy(async () => (await import('../mentions/rename-offer.js')).RenameOffer);

/** First path segments of addresses of notes. */
const NOTES: ReadonlySet<string | undefined> = new Set(['n', 'new']);

/** Editor and reader of a note, which may not be on the server yet. */
export function Screen({ pageLocation }: ScreenProps) {
  const [note, reopen] = useSession(pageLocation);
  useTitle(useContext(PaneContext) === 'main' ? tabTitle(note) : undefined);
  if (note === undefined) return null;
  if (!(note instanceof NoteSession)) {
    return (
      <Empty>
        <p>{fill(text.cannotOpen(note.message), { code: <code>{note.code}</code> })}</p>
        <button type="button" class="button" onClick={() => reopen(false)}>
          {text.tryAgain}
        </button>
      </Empty>
    );
  }
  return <OpenNote session={note} pageLocation={pageLocation} onTakeOver={() => reopen(true)} />;
}

/** Title of the tab: the note's current title, or the reason it is not shown. */
function tabTitle(note: NoteSession | NotOpened | undefined): string | undefined {
  if (note === undefined) return undefined;
  if (!(note instanceof NoteSession)) return note.code === 'not_found' ? text.noteNotFound : text.noteNotOpened;
  const title = note.buffer.title.value;
  if (note.note.value?.deletedAt !== undefined) return frame.partTitle(formatTitle(title), frame.trash);
  const isNew = note.note.value === undefined && title.trim() === '';
  return isNew ? frame.newNote : formatTitle(title);
}

interface OpenNotePartProps extends ScreenProps {
  readonly session: NoteSession;
  readonly mode: NoteMode;
}

interface OpenNoteProps extends ScreenProps {
  readonly session: NoteSession;
  readonly onTakeOver: () => void;
}

function OpenNote({ session, pageLocation, onTakeOver }: OpenNoteProps) {
  const mode = getMode(pageLocation);
  const pane = useContext(PaneContext);
  const isUsed = usedPane.value === pane;
  const setMode = (newMode: NoteMode) => {
    rememberMode(newMode);
    // The location may have changed since this was rendered: a new note that was just stored has its own address.
    if (pane === 'side' || NOTES.has(here.peek().segments[0])) replacePaneFields(pane, { mode: newMode });
  };
  // Another note may be opened before the dialog is shown, or while it is.
  const [dialog, setDialog] = useState<{ readonly session: NoteSession; readonly kind: 'images' | 'move' }>();
  const [isTitleUsed, setTitleUsed] = useState(false);
  const [isHeadingUsed, setHeadingUsed] = useState(false);
  const followKeys = () => {
    if (getSelection()?.anchorNode?.parentElement?.closest('.tok-heading')) setHeadingUsed(true);
  };
  const followFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches('.title-field')) setTitleUsed(true);
  };
  const openDialog = dialog?.session === session ? dialog.kind : undefined;
  const closeDialog = () => setDialog(undefined);
  const renderedBody = useRef<string>(undefined);
  // The previous note is rendered until the next one is open.
  const isAtLocation = session.engine.key === pageLocation.segments[1];
  const visits = repeatedVisits.value;
  useEffect(() => {
    if (!isUsed || !isAtLocation) return;
    let isLeft = false;
    // Keys are held until the cursor is at the line that the address names.
    void session.arrival.then(() => {
      const typed = isLeft ? undefined : takeNoteFocus();
      if (typed !== undefined) focusBody(session, typed);
    });
    return () => {
      isLeft = true;
    };
  }, [session, pageLocation, isUsed, isAtLocation, visits]);
  return (
    <section class="note-screen" aria-label={text.note} onFocusIn={followFocus} onKeyUp={followKeys}>
      <NoteHead session={session} mode={mode} onMode={setMode} onMove={() => setDialog({ session, kind: 'move' })} />
      <Banners session={session} onTakeOver={onTakeOver} />
      <div class="note-columns">
        <NoteBody
          session={session}
          mode={mode}
          at={pageLocation.query.get('at') ?? parseLine(pageLocation.query.get('line'))}
          onRendered={(body) => {
            renderedBody.current = body;
          }}
        />
        {isUsed && <NoteInspector session={session} mode={mode} />}
      </div>
      {isUsed && mode !== 'read' && !session.isReadOnly && <TouchToolbar session={session} />}
      <Footer session={session} />
      {isTitleUsed && <RenameOffer session={session} />}
      {isHeadingUsed && <HeadingOffer session={session} />}
      {isUsed && (
        <NoteCommands
          session={session}
          mode={mode}
          pageLocation={pageLocation}
          setMode={setMode}
          onDialog={(kind) => setDialog({ session, kind })}
          readRenderedBody={() => renderedBody.current}
        />
      )}
      {openDialog === 'images' && session.note.value && (
        <RemoteImages note={session.note.value} editable={!session.isReadOnly} onClose={closeDialog} />
      )}
      {openDialog === 'move' && session.note.value && (
        <MoveNote documentId={session.note.value.id} onClose={closeDialog} />
      )}
    </section>
  );
}

interface NoteCommandsProps extends OpenNotePartProps {
  readonly setMode: (mode: NoteMode) => void;
  readonly onDialog: (kind: 'images' | 'move') => void;
  readonly readRenderedBody: () => string | undefined;
}

/** Commands and printing of the note in the pane used last; renders nothing. */
function NoteCommands({ session, mode, pageLocation, setMode, onDialog, readRenderedBody }: NoteCommandsProps) {
  const { isReadOnly } = session;
  const isWriting = mode !== 'read';
  const isNote = isActiveNote(session);
  const print = usePrinting(toPrintable(session, mode, readRenderedBody));
  // A layout effect, so that commands exist before the next key press.
  useLayoutEffect(
    () =>
      registerActions(
        {
          ...getEditorActions(session, isWriting),
          ...getWholeNoteActions(
            session,
            () => onDialog('images'),
            () => onDialog('move'),
          ),
          mode: () => setMode(isWriting ? 'read' : 'live'),
          inspector: toggleInspector,
          print,
        },
        session.note.peek()?.id,
      ),
    [session, isReadOnly, isWriting, isNote, pageLocation],
  );
  return null;
}

/** Returns the note to print, with its current text. `readRenderedBody` returns the text the reading view shows in full. */
const toPrintable = (session: NoteSession, mode: NoteMode, readRenderedBody: () => string | undefined): Printable => {
  const readBody = () => getBody(session.buffer.view.state);
  return {
    read: () => ({ title: formatTitle(session.buffer.title.peek()), body: readBody() }),
    documentId: () => (isActiveNote(session) ? session.note.peek()?.id : undefined),
    isOnScreen: () => mode === 'read' && readRenderedBody() === readBody(),
  };
};

function getMode({ query }: PageLocation): NoteMode {
  const requestedMode = query.get('mode');
  return isMode(requestedMode) ? requestedMode : standardMode();
}

/** Session opened for a location, and the attempt it belongs to. */
interface Opening {
  session?: NoteSession;
  attempt?: object;
}

/** Returns the session of the note at a location. A new note keeps its session when it gets its id. */
function useSession(pageLocation: PageLocation): [NoteSession | NotOpened | undefined, (takeOver: boolean) => void] {
  const documentId = pageLocation.segments[0] === 'n' ? pageLocation.segments[1] : undefined;
  const draftKey = pageLocation.query.get('draft') ?? undefined;
  const notebookId = pageLocation.query.get('nb') ?? undefined;
  const further = pageLocation.query.get(FURTHER);
  const title = documentId === undefined ? (pageLocation.query.get('title') ?? '') : '';
  const [note, setNote] = useState<NoteSession | NotOpened>();
  const [attempt, setAttempt] = useState({ take: false });
  const current = useRef<Opening>({});
  const close = () => {
    current.current.session?.close();
    current.current = {};
  };
  useEffect(() => {
    const isSame = documentId !== undefined && current.current.session?.engine.key === documentId;
    if (isSame && current.current.attempt === attempt) return;
    close();
    const mine: Opening = { attempt };
    current.current = mine;
    const onCreated = (id: string) => {
      recordOpened(id);
      if (current.current === mine && here.peek().segments[0] === 'new') replaceLocation(['n', id]);
    };
    void openSession({
      documentId,
      draftKey,
      notebookId,
      title,
      mode: toEditMode(getMode(pageLocation)),
      take: attempt.take,
      onFree: () => setAttempt({ take: false }),
      onCreated,
    }).then((session) => {
      if (current.current !== mine) return session instanceof NoteSession ? session.close() : undefined;
      if (session instanceof NoteSession) {
        mine.session = session;
        if (documentId !== undefined) recordOpened(documentId);
      } else {
        takeHeldKeys();
        cancelNoteFocus();
      }
      setNote(session);
    });
  }, [documentId, draftKey, notebookId, title, further, attempt]);
  useEffect(() => close, []);
  return [note, (take) => setAttempt({ take })];
}
