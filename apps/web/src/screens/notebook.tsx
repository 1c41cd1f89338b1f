import type { NotebookNode } from '@notes/contract';
import { call } from '../api/client.js';
import { useNotebooks } from '../kernel/library.js';
import { href } from '../kernel/router.js';
import { useTitle } from '../kernel/title.js';
import { ListOptions } from '../notes/list-options.js';
import { NothingOpen } from '../notes/nothing-open.js';
import { NotesPane } from '../notes/pane.js';
import { documentToRow } from '../notes/rows.js';
import { useScopeRows } from '../notes/scope-rows.js';
import { text } from '../notes/texts.js';
import { NotebookHead } from '../organise/notebook-head.js';
import { notebookById } from '../organise/notebooks.js';
import type { ScreenProps } from '../shell/screen-module.js';
import { makeVisible } from '../text/visible.js';
import { Recent } from '../ui/recent.js';
import { Empty } from '../ui/states.js';

/** Maximum number of notebooks that a query leaves out; more could exceed the size of a query. */
const MAX_LEFT_OUT = 60;

/** Returns the query for the notes directly in a notebook; undefined when it would be too long. */
function directQuery({ notebook_id, children }: NotebookNode): string | undefined {
  if (children.length > MAX_LEFT_OUT) return undefined;
  return [`notebook:${notebook_id}`, ...children.map((child) => `-notebook:${child.notebook_id}`)].join(' ');
}

const QUERIES_KEPT = 64;
/** Query of each notebook shown before, so that its list is shown at once. */
const earlierQueries = new Recent<string | undefined>(QUERIES_KEPT);

/** Notes directly in a notebook. The query for their order depends on the notebooks below it. */
export function List({ pageLocation }: ScreenProps) {
  const notebookId = pageLocation.segments[1] as string;
  const notebooks = useNotebooks();
  const notebook = notebookById(notebooks.value ?? [], notebookId);
  const query = notebook ? directQuery(notebook) : earlierQueries.get(notebookId);
  if (notebook) earlierQueries.set(notebookId, query);
  const isLoading = notebooks.value === undefined && notebooks.error === undefined;
  return isLoading && query === undefined ? null : (
    <NotebookRows key={notebookId} notebookId={notebookId} query={query} isReadOnly={notebook?.read_only ?? false} />
  );
}

interface NotebookRowsProps {
  readonly notebookId: string;
  readonly query: string | undefined;
  readonly isReadOnly: boolean;
}

function NotebookRows({ notebookId, query, isReadOnly }: NotebookRowsProps) {
  const rows = useScopeRows({
    key: `notebook ${notebookId}`,
    query,
    readPage: async (cursor, signal) => {
      const input = { notebook_id: notebookId, limit: 100, cursor };
      const { documents, next_cursor } = await call('listNotebookDocuments', input, signal);
      return { rows: documents.map(documentToRow), nextCursor: next_cursor, truncated: false };
    },
  });
  return (
    <NotesPane
      head={<NotebookHead id={notebookId} options={<ListOptions hasOrders={query !== undefined} />} />}
      label={text.notesInNotebook}
      {...rows}
      empty={
        <Empty>
          <p>{text.emptyNotebook}</p>
          {isReadOnly ? (
            <a class="button primary" href={href(['graph', 'report'])}>
              {text.openGraphReport}
            </a>
          ) : (
            <a class="button primary" href={href(['new'], { nb: notebookId })}>
              {text.newNoteHere}
            </a>
          )}
          <p class="empty-hint">{isReadOnly ? text.reportsHint : text.moveHint}</p>
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
