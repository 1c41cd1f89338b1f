import { call } from '../api/client.js';
import { href } from '../kernel/router.js';
import { text as frame } from '../kernel/texts.js';
import { useTitle } from '../kernel/title.js';
import { useData } from '../kernel/use-data.js';
import { usePrinting } from '../printing/note-printer.js';
import { Reading } from '../reading/reading.js';
import type { Listing, ScreenProps } from '../shell/screen-module.js';
import { fill } from '../text/catalogue.js';
import { text } from '../trash/texts.js';
import { TrashBanner } from '../trash/trash-banner.js';
import { formatTitle } from '../ui/note-link.js';
import { Loaded } from '../ui/states.js';
import { List } from './trash.js';
import '../trash/trash.css';

export const scope: Listing = { List, pageLocation: { segments: ['trash'], query: new URLSearchParams() } };

/** A note in Trash; the service no longer resolves its links. */
export function Screen({ pageLocation }: ScreenProps) {
  const id = pageLocation.segments[1] as string;
  const document = useData(`trashed ${id}`, (signal) => call('getDocument', { document_id: id }, signal));
  const { value: trashedNote, error } = document;
  useTitle(
    trashedNote
      ? frame.partTitle(formatTitle(trashedNote.title), text.trash)
      : error && frame.partTitle(text.noteNotAvailable, text.trash),
  );
  usePrinting({
    read: () => ({ title: formatTitle(trashedNote?.title ?? ''), body: trashedNote?.body ?? '' }),
    documentId: () => undefined,
    isOnScreen: () => trashedNote === undefined,
  });
  return (
    <Loaded data={document}>
      {(note) => (
        <article class="trashed">
          {note.deleted_at === undefined ? (
            <div class="banner">
              <p>{fill(text.notInTrash, { open: <a href={href(['n', id])}>{text.openNote}</a> })}</p>
            </div>
          ) : (
            <TrashBanner document={note} />
          )}
          <h1 dir="auto">{formatTitle(note.title)}</h1>
          <Reading
            body={note.body}
            title={note.title}
            document={undefined}
            here={['trash', id]}
            at={pageLocation.query.get('at') ?? undefined}
          />
        </article>
      )}
    </Loaded>
  );
}
