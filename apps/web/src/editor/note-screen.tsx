import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { place as here, type Place, replacePlace } from '../app/router.js';
import type { ScreenProps } from '../app/screens.js';
import { takeHeld } from '../commands/held-keys.js';
import { offerDeeds } from '../commands/writing.js';
import { toggleInspector } from '../inspector/inspector-pane.js';
import { RemoteImages } from '../media/remote-images.js';
import { fill } from '../text/fill.js';
import { Empty } from '../ui/states.js';
import { Banners } from './banners.js';
import { deedsOf } from './deeds.js';
import { Footer } from './footer.js';
import { isMode, type NoteMode, rememberMode, standardMode } from './modes.js';
import { NoteBody } from './note-body.js';
import { NoteHead } from './note-head.js';
import { NoteInspector } from './note-inspector.js';
import { type NotOpened, openSession } from './open-session.js';
import { NoteSession } from './session.js';
import { text } from './texts.js';
import { isThere, wholeDeedsOf } from './whole-note.js';
import './editor.css';

/** What addresses of notes begin with. */
const NOTES: ReadonlySet<string | undefined> = new Set(['n', 'new']);

/** A note to be written and read; also one that is not on the server yet. */
export function NoteScreen({ place }: ScreenProps) {
  const [opened, take] = useSession(place);
  if (opened === undefined) return null;
  if (!(opened instanceof NoteSession)) {
    return (
      <Empty>
        <p>{fill(text.cannotOpen(opened.message), { code: <code>{opened.code}</code> })}</p>
        <button type="button" class="button" onClick={() => take(false)}>
          {text.tryAgain}
        </button>
      </Empty>
    );
  }
  return <OpenNote session={opened} place={place} onTake={() => take(true)} />;
}

interface OpenNoteProps extends ScreenProps {
  readonly session: NoteSession;
  readonly onTake: () => void;
}

function OpenNote({ session, place, onTake }: OpenNoteProps) {
  const mode = modeOf(place);
  const setMode = (wanted: NoteMode) => {
    rememberMode(wanted);
    // What is shown lags behind where the page is: a new note that was just stored has its own address by now.
    const { segments, query } = here.peek();
    if (NOTES.has(segments[0])) replacePlace(segments, { ...Object.fromEntries(query), mode: wanted });
  };
  const { isReadOnly } = session;
  const isWriting = mode !== 'read';
  const isNote = isThere(session);
  // Another note may be gone to before they are shown, and while they are.
  const [imagesOf, showImagesOf] = useState<NoteSession>();
  const closeImages = () => showImagesOf(undefined);
  // Before the next key comes.
  useLayoutEffect(
    () =>
      offerDeeds({
        ...deedsOf(session, isWriting),
        ...wholeDeedsOf(session, () => showImagesOf(session)),
        mode: () => setMode(isWriting ? 'read' : 'live'),
        inspector: toggleInspector,
      }),
    [session, isReadOnly, isWriting, isNote, place],
  );
  return (
    <section class="note-screen" aria-label={text.note}>
      <NoteHead session={session} mode={mode} onMode={setMode} />
      <Banners session={session} onTake={onTake} />
      <div class="note-columns">
        <NoteBody session={session} mode={mode} at={place.query.get('at') ?? place.query.get('line') ?? undefined} />
        <NoteInspector session={session} mode={mode} />
      </div>
      <Footer session={session} />
      {imagesOf === session && session.note.value && (
        <RemoteImages note={session.note.value} editable={!isReadOnly} onClose={closeImages} />
      )}
    </section>
  );
}

function modeOf({ query }: Place): NoteMode {
  const asked = query.get('mode');
  return isMode(asked) ? asked : standardMode();
}

/** What a place was opened for, by which turn of asking. */
interface Opening {
  session?: NoteSession;
  turn?: object;
}

/** The session of the note at a place. A new note that gets its id goes on in the session it began in. */
function useSession(place: Place): [NoteSession | NotOpened | undefined, (take: boolean) => void] {
  const documentId = place.segments[0] === 'n' ? place.segments[1] : undefined;
  const draftKey = place.query.get('draft') ?? undefined;
  const notebookId = place.query.get('nb') ?? undefined;
  const title = documentId === undefined ? (place.query.get('title') ?? '') : '';
  const [opened, setOpened] = useState<NoteSession | NotOpened>();
  const [turn, setTurn] = useState({ take: false });
  const current = useRef<Opening>({});
  const close = () => {
    current.current.session?.close();
    current.current = {};
  };
  useEffect(() => {
    const isSame = documentId !== undefined && current.current.session?.engine.key === documentId;
    if (isSame && current.current.turn === turn) return;
    close();
    const mine: Opening = { turn };
    current.current = mine;
    const onCreated = (id: string) => {
      if (current.current === mine && here.peek().segments[0] === 'new') replacePlace(['n', id]);
    };
    void openSession({
      documentId,
      draftKey,
      notebookId,
      title,
      mode: modeOf(place) === 'source' ? 'source' : 'live',
      take: turn.take,
      onFree: () => setTurn({ take: false }),
      onCreated,
    }).then((session) => {
      if (current.current !== mine) return session instanceof NoteSession ? session.close() : undefined;
      if (session instanceof NoteSession) mine.session = session;
      else takeHeld();
      setOpened(session);
    });
  }, [documentId, draftKey, notebookId, title, turn]);
  useEffect(() => close, []);
  return [opened, (take) => setTurn({ take })];
}
