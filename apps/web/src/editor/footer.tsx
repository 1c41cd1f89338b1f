import { useEffect, useState } from 'preact/hooks';
import { online } from '../app/connection.js';
import type { SaveStatus } from '../drafts/save-types.js';
import { wordCount } from '../text/word-count.js';
import type { NoteSession } from './session.js';

/** How long nothing is typed before words are counted. */
const COUNT_MS = 500;
const AGE_MS = 10_000;

const words: Readonly<Record<SaveStatus['word'], string>> = {
  saved: 'Saved',
  editing: 'Editing…',
  saving: 'Saving…',
  offline: 'Offline: kept on this device',
  conflict: 'Conflict',
  trashed: 'In Trash',
  missing: 'Not on the server',
  read_only: 'Read-only',
  refused: 'Not saved: kept on this device',
};

/** How the note stands: whether it is saved, how old that is, how long it is, where the cursor is. */
export function Footer({ session }: { readonly session: NoteSession }) {
  const status = session.engine.status.value;
  const [line, column] = session.buffer.cursor.value;
  return (
    <footer class="note-footer">
      <span role="status">{session.isElsewhere ? words.read_only : words[status.word]}</span>
      <Age of={status.word === 'saved' ? (status.at ?? session.note.value?.updatedAt) : undefined} />
      {session.note.value && <span>rev {session.note.value.revisionId.slice(-4)}</span>}
      <Words session={session} />
      <span>
        {line}:{column}
      </span>
      <span class="end">{online.value ? 'connected' : 'offline'}</span>
    </footer>
  );
}

const ago = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

function Age({ of }: { readonly of: number | undefined }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), AGE_MS);
    return () => clearInterval(timer);
  }, []);
  if (of === undefined) return null;
  const passed = Math.max(0, Date.now() - of);
  const [unit, ms] = UNITS.find(([, size]) => passed >= size) ?? UNITS[3];
  return <span>{ago.format(-Math.floor(passed / ms), unit)}</span>;
}

function Words({ session: { buffer } }: { readonly session: NoteSession }) {
  const [count, setCount] = useState<number>();
  const version = buffer.version.value;
  useEffect(() => {
    const timer = setTimeout(() => setCount(wordCount(buffer.view.state.doc.iter())), COUNT_MS);
    return () => clearTimeout(timer);
  }, [buffer, version]);
  return count === undefined ? null : <span>{count === 1 ? '1 word' : `${count.toLocaleString()} words`}</span>;
}
