import { call } from '../api/client.js';
import { FirstRun, useHasNoOwnNotes } from '../notes/nothing-open.js';
import { usePages } from '../notes/pages.js';
import { NotesPane, PaneHead } from '../notes/pane.js';
import { hitToRow } from '../notes/rows.js';
import { text } from '../notes/texts.js';

const KEY = 'all';

/** All notes. */
export function List() {
  const pages = usePages(KEY, async (cursor, signal) => {
    const { results, next_cursor, truncated } = await call('searchDocuments', { limit: 100, cursor }, signal);
    return { rows: results.map(hitToRow), nextCursor: next_cursor, truncated };
  });
  const hasNoOwnNotes = useHasNoOwnNotes();
  return (
    <NotesPane
      head={
        <>
          <PaneHead title={text.allNotes} />
          {hasNoOwnNotes && (
            <div class="pane-welcome">
              <FirstRun />
            </div>
          )}
        </>
      }
      label={text.allNotes}
      listKey={KEY}
      pages={pages}
      empty={null}
    />
  );
}

export { NothingOpen as Screen } from '../notes/nothing-open.js';
