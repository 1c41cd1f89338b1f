import { call } from '../api/client.js';
import { useNotebooks } from '../kernel/library.js';
import { href } from '../kernel/router.js';
import { useTitle } from '../kernel/title.js';
import { NothingOpen } from '../notes/nothing-open.js';
import { usePages } from '../notes/pages.js';
import { NotesPane } from '../notes/pane.js';
import { documentToRow } from '../notes/rows.js';
import { text } from '../notes/texts.js';
import { NotebookHead } from '../organise/notebook-head.js';
import { notebookById } from '../organise/notebooks.js';
import type { ScreenProps } from '../shell/screen-module.js';
import { makeVisible } from '../text/visible.js';
import { Empty } from '../ui/states.js';

/** Notes directly in a notebook. */
export function List({ pageLocation }: ScreenProps) {
  const notebookId = pageLocation.segments[1] as string;
  const key = `notebook ${notebookId}`;
  const pages = usePages(key, async (cursor, signal) => {
    const input = { notebook_id: notebookId, limit: 100, cursor };
    const { documents, next_cursor } = await call('listNotebookDocuments', input, signal);
    return { rows: documents.map(documentToRow), nextCursor: next_cursor, truncated: false };
  });
  return (
    <NotesPane
      head={<NotebookHead id={notebookId} />}
      label={text.notesInNotebook}
      listKey={key}
      pages={pages}
      empty={
        <Empty>
          <p>{text.emptyNotebook}</p>
          <a class="button primary" href={href(['new'], { nb: notebookId })}>
            {text.newNoteHere}
          </a>
          <p class="empty-hint">{text.moveHint}</p>
        </Empty>
      }
    />
  );
}

/** Shown beside the list while no note is open. */
export function Screen({ pageLocation }: ScreenProps) {
  const notebook = notebookById(useNotebooks().value ?? [], pageLocation.segments[1] as string);
  useTitle(notebook && makeVisible(notebook.name));
  return <NothingOpen />;
}
