import { call } from '../api/client.js';
import { href } from '../kernel/router.js';
import { listedCount } from '../notes/listed-count.js';
import { usePages } from '../notes/pages.js';
import { NotesPane, PaneHead } from '../notes/pane.js';
import { documentToRow } from '../notes/rows.js';
import { text } from '../trash/texts.js';
import { FromTerminal } from '../ui/from-terminal.js';
import { Empty } from '../ui/states.js';

const KEY = 'trash';

/** Notes in Trash. */
export function List() {
  const pages = usePages(KEY, async (cursor, signal) => {
    const { documents, next_cursor } = await call('listTrash', { limit: 100, cursor }, signal);
    return { rows: documents.map(documentToRow), nextCursor: next_cursor, truncated: false };
  });
  return (
    <NotesPane
      head={<PaneHead title={text.trash} />}
      label={text.notesInTrash}
      listKey={KEY}
      pages={pages}
      hrefOf={({ id }) => href(['trash', id])}
      operations={['restore']}
      empty={
        <Empty>
          <p>{text.emptyTrash}</p>
          <a class="button primary" href={href([])}>
            {text.showAllNotes}
          </a>
          <p class="empty-hint">{text.emptyHint}</p>
        </Empty>
      }
    />
  );
}

/** Shown beside the list while no note is open. */
export function Screen() {
  if (!listedCount.value) return null;
  return (
    <Empty>
      <p>{text.chooseNote}</p>
      <FromTerminal operation="purgeDocuments" words={['--all-trashed']} label={text.purgeFromTerminal} />
    </Empty>
  );
}
