import { useEffect, useState } from 'preact/hooks';
import { pendingUploadCount } from '../attachments/pending-uploads.js';
import { online } from '../kernel/connection.js';
import { ago } from '../text/dates.js';
import { runInSlices } from '../ui/slices.js';
import { MAX_LINE_LENGTH } from './bounds.js';
import type { NoteBuffer } from './buffer.js';
import { type Extent, measureText } from './extent.js';
import type { NoteSession } from './session.js';
import { states, text } from './texts.js';

/** Idle time after which words are counted. */
const COUNT_MS = 500;
const AGE_MS = 10_000;

/** Status of the note: saved state and its age, length, and position of the cursor. */
export function Footer({ session }: { readonly session: NoteSession }) {
  const status = session.engine.status.value;
  const state = describeState(session);
  const files = pendingUploadCount.value;
  const note = session.note.value;
  return (
    <footer class="note-footer">
      <span role="status">{files === 0 ? state : text.withPendingFiles(state, files)}</span>
      <Age of={status.word === 'saved' ? (status.at ?? note?.updatedAt) : undefined} />
      <Length buffer={session.buffer} />
      <Position buffer={session.buffer} />
      {!online.value && <span class="end">{text.offline}</span>}
    </footer>
  );
}

function describeState({ engine, note, isElsewhere }: NoteSession): string {
  if (isElsewhere) return states.read_only;
  const { word } = engine.status.value;
  return word === 'saved' && note.value === undefined ? text.emptyNote : states[word];
}

function Age({ of }: { readonly of: number | undefined }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), AGE_MS);
    return () => clearInterval(timer);
  }, []);
  return of === undefined ? null : <span>{ago(of)}</span>;
}

interface PartProps {
  readonly buffer: NoteBuffer;
}

function Length({ buffer }: PartProps) {
  const [extent, setExtent] = useState<Extent>();
  const version = buffer.version.value;
  useEffect(() => {
    let stop: (() => void) | undefined;
    const timer = setTimeout(() => (stop = runInSlices(measureText(buffer.view.state.doc, setExtent))), COUNT_MS);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [buffer, version]);
  if (extent === undefined) return null;
  return (
    <>
      <span>{text.wordCount(extent.words)}</span>
      {extent.hasLongLine && <span>{text.longLinesUnformatted(MAX_LINE_LENGTH)}</span>}
    </>
  );
}

/** A separate component, because it renders with every key press. */
function Position({ buffer }: PartProps) {
  const [line, column] = buffer.cursor.value;
  return <span class="position">{text.position(line, column)}</span>;
}
