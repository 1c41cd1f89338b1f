import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { currentLocation, href } from '../kernel/router.js';
import { LazyCopyList } from '../offline/lazy-copy-list.js';
import { makeLazy } from '../ui/lazy.js';
import { Loaded, Truncated } from '../ui/states.js';
import type { BatchOperation } from './batch.js';
import { NoteList } from './list.js';
import { listedCount } from './listed-count.js';
import type { Pages } from './pages.js';
import type { NoteRow } from './rows.js';
import { emptySelection, MAX_SELECTED } from './selection.js';
import { isSelecting, isTouched } from './selection-mode.js';
import { text } from './texts.js';
import './notes.css';

interface RowsProps {
  readonly label: string;
  /** Cache key of the pages. */
  readonly listKey: string;
  readonly pages: Pages<NoteRow>;
  /** Ids of the notes that come first, in an order that can be changed by hand. */
  readonly pinned?: readonly string[];
  /** Address of a row; by default that of the note. */
  readonly hrefOf?: (row: NoteRow) => string;
  readonly operations?: readonly BatchOperation[];
  readonly empty: ComponentChildren;
}

interface PaneProps extends RowsProps {
  readonly head: ComponentChildren;
}

const MoveNote = makeLazy(async () => (await import('../editor/move-note.js')).MoveNote);
const SelectButton = makeLazy(async () => (await import('./select-button.js')).SelectButton);
const BatchBar = makeLazy(async () => (await import('./batch-bar.js')).BatchBar);

const activeOperations: readonly BatchOperation[] = ['move', 'add_tags', 'remove_tags', 'duplicate', 'trash'];
const noteHref = ({ id }: NoteRow) => href(['n', id]);

/** The list pane: header, notes, and actions on the selected notes. */
export const NotesPane = ({ head, ...rows }: PaneProps) => (
  <section class="notes-pane" aria-label={rows.label}>
    {head}
    <Loaded data={rows.pages}>{() => <PaneRows key={rows.listKey} {...rows} />}</Loaded>
    {rows.pages.value === undefined && rows.pages.error?.code === 'offline' && <LazyCopyList />}
  </section>
);

function PaneRows(props: RowsProps) {
  const { label, listKey, pages, empty, hrefOf = noteHref, operations = activeOperations, pinned = [] } = props;
  const [selection, select] = useState(emptySelection);
  const [movedId, setMovedId] = useState<string>();
  const [operation, setOperation] = useState<BatchOperation>();
  const rows = pages.value ?? [];
  useLayoutEffect(() => {
    listedCount.value = rows.length;
    return () => {
      listedCount.value = undefined;
    };
  }, [rows.length]);
  // Clearing the selection ends the mode, and ending the mode clears the selection.
  useEffect(() => {
    if (!isSelecting.value) select(emptySelection);
  }, [isSelecting.value]);
  useEffect(
    () => () => {
      isSelecting.value = false;
    },
    [],
  );
  const openBatch = (batchOperation: BatchOperation) => {
    if (operations.includes(batchOperation) && selection.rows.size <= MAX_SELECTED) setOperation(batchOperation);
  };
  return (
    <>
      {pages.truncated && <Truncated>{text.listCut}</Truncated>}
      {rows.length === 0 ? (
        empty
      ) : (
        <NoteList
          label={label}
          listKey={listKey}
          rows={rows}
          pinned={pinned}
          hasMore={pages.hasMore}
          need={pages.need}
          open={currentLocation.value.segments[1]}
          hrefOf={hrefOf}
          selection={selection}
          select={select}
          operations={operations}
          onOperation={openBatch}
          onMove={setMovedId}
        />
      )}
      {movedId !== undefined && <MoveNote key={movedId} documentId={movedId} onClose={() => setMovedId(undefined)} />}
      {(selection.rows.size > 0 || operation !== undefined) && (
        <BatchBar
          selection={selection}
          select={(next) => {
            if (next.rows.size === 0) isSelecting.value = false;
            select(next);
          }}
          rows={rows}
          hasMore={pages.hasMore}
          operations={operations}
          operation={operation}
          setOperation={setOperation}
        />
      )}
    </>
  );
}

interface HeadProps {
  readonly title: string;
  /** Content before the title. */
  readonly mark?: ComponentChildren;
  /** Actions on the whole list. */
  readonly children?: ComponentChildren;
}

/** Header of a list. */
export const PaneHead = ({ title, mark, children }: HeadProps) => (
  <div class="pane-head">
    <h1>
      {mark}
      <span>{title}</span>
    </h1>
    {isTouched.value && <SelectButton />}
    {children}
  </div>
);
