import { call } from '../api/client.js';
import { href } from '../app/router.js';
import { usePages } from '../notes/pages.js';
import { NotesPane } from '../notes/pane.js';
import { rowOfDocument } from '../notes/rows.js';
import { Empty } from '../ui/states.js';

const KEY = 'trash';

/** The notes in Trash. */
export function List() {
  const pages = usePages(KEY, async (cursor, signal) => {
    const { documents, next_cursor } = await call('listTrash', { limit: 100, cursor }, signal);
    return { rows: documents.map(rowOfDocument), nextCursor: next_cursor, truncated: false };
  });
  return (
    <NotesPane
      head={
        <div class="pane-head">
          <h1>Trash</h1>
        </div>
      }
      label="Notes in Trash"
      listKey={KEY}
      pages={pages}
      hrefOf={({ id }) => href(['trash', id])}
      operations={['restore']}
      empty={
        <Empty>
          <p>Trash is empty.</p>
          <a class="button" href={href([])}>
            Show all notes
          </a>
          <p>Notes moved to Trash wait here until they are restored or deleted for ever.</p>
        </Empty>
      }
    />
  );
}

export { NothingOpen as Screen } from '../notes/nothing-open.js';
