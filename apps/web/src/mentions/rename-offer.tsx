import { useEffect, useRef, useState } from 'preact/hooks';
import { ifAnswered } from '../api/api-error.js';
import { call } from '../api/client.js';
import type { NoteSession } from '../editor/session.js';
import { makeLazy } from '../ui/lazy.js';
import { notify } from '../ui/notices.js';
import { text } from './offer-texts.js';
import { findOutdatedLinks } from './outdated-links.js';
import { phraseQuery } from './phrase-query.js';

const UpdateLinks = makeLazy(async () => (await import('./update-links.js')).UpdateLinks);

interface Renamed {
  readonly formerTitle: string;
  readonly title: string;
}

/** After a note was renamed and notes contain its former title, offers to update links. Nothing changes by itself. */
export function RenameOffer({ session }: { readonly session: NoteSession }) {
  const note = session.note.value;
  const title = note?.title;
  const titleBefore = useRef<string>(undefined);
  const [renamed, setRenamed] = useState<Renamed>();
  useEffect(() => {
    titleBefore.current = session.note.peek()?.title;
    setRenamed(undefined);
  }, [session]);
  // While the title is being typed, each save stores another one; the offer waits for the end of typing.
  const isTyping = useIsTitleFocused();
  useEffect(() => {
    const formerTitle = titleBefore.current;
    if (isTyping || title === undefined || note === undefined || formerTitle === title) return;
    titleBefore.current = title;
    if (formerTitle === undefined || formerTitle.trim() === '') return;
    void ifAnswered(call('searchDocuments', { query: phraseQuery(formerTitle), exact: true, limit: 1 })).then(
      (page) => {
        if (page === undefined || page.results.length === 0) return;
        notify(text.titleChanged(formerTitle), {
          label: text.updateEllipsis,
          run: () => setRenamed({ formerTitle, title }),
        });
      },
    );
  }, [title, isTyping]);
  if (renamed === undefined || note === undefined) return null;
  const { formerTitle, title: newTitle } = renamed;
  return (
    <UpdateLinks
      former={formerTitle}
      now={newTitle}
      find={(signal) => findOutdatedLinks(note.id, formerTitle, newTitle, signal)}
      onClose={() => setRenamed(undefined)}
    />
  );
}

/** Returns true while a title field has the focus. */
function useIsTitleFocused(): boolean {
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const follow = () => setFocused(document.activeElement?.matches('.title-field') === true);
    follow();
    document.addEventListener('focusin', follow, { signal });
    // The next element has the focus only after this event.
    document.addEventListener('focusout', () => setTimeout(follow), { signal });
    return () => controller.abort();
  }, []);
  return isFocused;
}
