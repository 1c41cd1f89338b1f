import { useEffect } from 'preact/hooks';
import { makeLazy } from '../ui/lazy.js';
import { ServiceButton } from '../ui/service-button.js';
import { type BatchOperation, verbs } from './batch.js';
import type { NoteRow } from './rows.js';
import { emptySelection, keepSelected, MAX_SELECTED, refreshRows, type Selection } from './selection.js';
import { text } from './texts.js';

const BatchDialog = makeLazy(async () => (await import('./batch-dialog.js')).BatchDialog);

interface BarProps {
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  /** Notes currently in the list; their revisions are newer than those in the selection. */
  readonly rows: readonly NoteRow[];
  readonly hasMore: boolean;
  readonly operations: readonly BatchOperation[];
  /** Operation in progress. */
  readonly operation: BatchOperation | undefined;
  readonly setOperation: (operation: BatchOperation | undefined) => void;
}

/** Actions on the selected notes. */
export function BatchBar(props: BarProps) {
  const { selection, select, rows, hasMore, operations, operation, setOperation } = props;
  const { size } = selection.rows;
  // The bar goes with the focus: after its last action, or when the selection is cleared.
  useEffect(() => () => void setTimeout(focusListWhenLost), []);
  const tooMany = size > MAX_SELECTED;
  const isAll = hasMore && size === rows.length;
  const countText = tooMany ? text.tooMany : isAll ? text.selectedLoaded : text.selected;
  return (
    <>
      <div class="batch-bar" hidden={size === 0}>
        <p role="status">{countText(size, MAX_SELECTED)}</p>
        <button type="button" onClick={() => select(emptySelection)}>
          {text.clearSelection}
        </button>
        {operations.map((one) => (
          <ServiceButton key={one} disabled={tooMany} onClick={() => setOperation(one)}>
            {needsMore.has(one) ? text.actionEllipsis(verbs[one]) : verbs[one]}
          </ServiceButton>
        ))}
      </div>
      {operation && (
        <BatchDialog
          operation={operation}
          rows={refreshRows(selection, rows)}
          onClose={() => setOperation(undefined)}
          selectOnly={(ids) => select(keepSelected(selection, ids))}
        />
      )}
    </>
  );
}

function focusListWhenLost(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('.note-list a[tabindex="0"]')?.focus({ preventScroll: true });
}

const needsMore: ReadonlySet<BatchOperation> = new Set(['move', 'add_tags', 'remove_tags']);
