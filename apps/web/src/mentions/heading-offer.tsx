import { useEffect, useRef, useState } from 'preact/hooks';
import { ifAnswered } from '../api/api-error.js';
import { call } from '../api/client.js';
import type { NoteSession } from '../editor/session.js';
import { makeLazy } from '../ui/lazy.js';
import { notify } from '../ui/notices.js';
import { text } from './offer-texts.js';
import { findLinksToHeading, type Heading } from './outdated-links.js';

const UpdateLinks = makeLazy(async () => (await import('./update-links.js')).UpdateLinks);

interface Renamed {
  readonly former: Heading;
  readonly heading: Heading;
}

/** Headings of a revision of the note. */
interface Outline {
  readonly revisionId: string;
  readonly headings: readonly Heading[];
}

/** After a heading was renamed that links name, offers to update them. Nothing changes by itself. */
export function HeadingOffer({ session }: { readonly session: NoteSession }) {
  const note = session.note.value;
  const documentId = note?.id;
  const revisionId = note?.revisionId;
  const outlineBefore = useRef<Outline>(undefined);
  const [renamed, setRenamed] = useState<Renamed>();
  useEffect(() => {
    outlineBefore.current = undefined;
    setRenamed(undefined);
  }, [session]);
  const outline = useOutline(documentId, revisionId);
  // While a heading is being typed, each save stores another one; the offer waits until the cursor leaves it.
  const line = session.buffer.line.value;
  const isSaved = session.engine.status.value.word === 'saved';
  useEffect(() => {
    if (outline === undefined || documentId === undefined || !isSaved) return;
    const change = outlineBefore.current && findRenamed(outlineBefore.current.headings, outline.headings);
    if (change?.heading.line === line) return;
    outlineBefore.current = outline;
    if (change === undefined) return;
    const { former, heading } = change;
    void ifAnswered(findLinksToHeading(documentId, former, heading, new AbortController().signal)).then((found) => {
      if (found === undefined || found.notes.length === 0) return;
      notify(text.headingChanged(former.text), { label: text.updateEllipsis, run: () => setRenamed(change) });
    });
  }, [session, outline, line, isSaved]);
  if (renamed === undefined || documentId === undefined) return null;
  const { former, heading } = renamed;
  return (
    <UpdateLinks
      former={former.text}
      now={heading.text}
      find={(signal) => findLinksToHeading(documentId, former, heading, signal)}
      onClose={() => setRenamed(undefined)}
    />
  );
}

/** Returns the headings of the stored note, once they are known. */
function useOutline(document_id: string | undefined, revisionId: string | undefined): Outline | undefined {
  const [outline, setOutline] = useState<Outline>();
  useEffect(() => {
    if (document_id === undefined) return;
    let isCurrent = true;
    void ifAnswered(call('getDocumentOutline', { document_id })).then((answer) => {
      if (isCurrent && answer) setOutline({ revisionId: answer.current_revision_id, headings: answer.headings });
    });
    return () => {
      isCurrent = false;
    };
  }, [document_id, revisionId]);
  return outline?.revisionId === revisionId ? outline : undefined;
}

/** Returns the heading that alone differs, with an anchor that leads nowhere now; undefined when there is none. */
function findRenamed(before: readonly Heading[], after: readonly Heading[]): Renamed | undefined {
  if (before.length !== after.length) return undefined;
  const changes = before.flatMap((former, index) => {
    const heading = after[index] as Heading;
    return former.anchor === heading.anchor ? [] : [{ former, heading }];
  });
  return changes.length === 1 ? changes[0] : undefined;
}
