import { call } from '../api/client.js';
import { href } from '../app/router.js';
import { usePages } from '../notes/pages.js';
import { NotesPane } from '../notes/pane.js';
import { rowOfHit } from '../notes/rows.js';
import { Empty } from '../ui/states.js';

const KEY = 'all';

/** All notes. */
export function List() {
  const pages = usePages(KEY, async (cursor, signal) => {
    const { results, next_cursor, truncated } = await call('searchDocuments', { limit: 100, cursor }, signal);
    return { rows: results.map(rowOfHit), nextCursor: next_cursor, truncated };
  });
  return (
    <NotesPane
      head={
        <div class="pane-head">
          <h1>All notes</h1>
        </div>
      }
      label="All notes"
      listKey={KEY}
      pages={pages}
      empty={
        <Empty>
          <p>There are no notes yet.</p>
          <a class="button primary" href={href(['new'])}>
            New note
          </a>
          <p>
            A folder of Markdown files comes in with <code>notes import</code>.
          </p>
        </Empty>
      }
    />
  );
}

export { NothingOpen as Screen } from '../notes/nothing-open.js';
