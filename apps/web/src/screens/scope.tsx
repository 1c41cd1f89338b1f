import { call } from '../api/client.js';
import { FirstRun, useHasNoOwnNotes } from '../notes/nothing-open.js';
import { usePages } from '../notes/pages.js';
import { NotesPane, PaneHead } from '../notes/pane.js';
import { hitToRow } from '../notes/rows.js';
import { text } from '../notes/texts.js';
import { OWN_NOTES } from '../search/queries.js';
import { Empty } from '../ui/states.js';

const KEY = 'all';

/** All notes, without those of Help. */
export function List() {
  const pages = usePages(KEY, async (cursor, signal) => {
    const { results, next_cursor, truncated } = await call(
      'searchDocuments',
      { query: OWN_NOTES, limit: 100, cursor },
      signal,
    );
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
      empty={
        <Empty>
          <p class="empty-hint">{text.nothingYet}</p>
        </Empty>
      }
    />
  );
}

export { NothingOpen as Screen } from '../notes/nothing-open.js';
