import { call } from '../api/client.js';
import { href } from '../app/router.js';
import type { ScreenProps } from '../app/screens.js';
import { useData } from '../app/use-data.js';
import { Reading } from '../reading/reading.js';
import { fill } from '../text/fill.js';
import { text } from '../trash/texts.js';
import { TrashBanner } from '../trash/trash-banner.js';
import { shownTitle } from '../ui/note-link.js';
import { Loaded } from '../ui/states.js';
import '../trash/trash.css';

/** A note in Trash as it was left; the service tells no more of where its links lead. */
export function Screen({ place }: ScreenProps) {
  const id = place.segments[1] as string;
  const document = useData(`trashed ${id}`, (signal) => call('getDocument', { document_id: id }, signal));
  return (
    <Loaded data={document}>
      {(note) => (
        <article class="trashed">
          {note.deleted_at === undefined ? (
            <div class="banner">
              <p>{fill(text.notInTrash, { open: <a href={href(['n', id])}>{text.open}</a> })}</p>
            </div>
          ) : (
            <TrashBanner document={note} />
          )}
          <h1>{shownTitle(note.title)}</h1>
          <Reading body={note.body} document={undefined} here={['trash', id]} at={place.query.get('at') ?? undefined} />
        </article>
      )}
    </Loaded>
  );
}
