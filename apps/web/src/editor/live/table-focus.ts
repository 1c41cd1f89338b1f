import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { getActivity } from './activity.js';
import { blockAt, isShownRendered } from './block-field.js';
import { tableAt } from './table-block.js';

/** Continues in a cell when the cursor of the text gets into a rendered table. */
class TableFocus {
  #isScheduled = false;

  constructor(private readonly view: EditorView) {}

  update({ view, state, selectionSet, startState }: ViewUpdate): void {
    const isNew = selectionSet || getActivity(state) !== getActivity(startState);
    if (!isNew || this.#isScheduled || view.composing || !isInTable(view)) return;
    this.#isScheduled = true;
    // The table may have to be scrolled into view, and drawn.
    view.requestMeasure({
      key: this,
      read: () => undefined,
      write: () => setTimeout(() => this.#enterCell()),
    });
  }

  #enterCell(): void {
    this.#isScheduled = false;
    enterTableCell(this.view);
  }
}

/** Edits the cell of a rendered table that the cursor is in, if it is on the screen. */
export function enterTableCell(view: EditorView): void {
  const { head } = view.state.selection.main;
  if (isInTable(view)) tableAt(view, head)?.editAt(head);
}

function isInTable({ state }: EditorView): boolean {
  const { main } = state.selection;
  const { focus, isPointerDown } = getActivity(state);
  if (focus !== 'text' || isPointerDown || !main.empty || state.readOnly) return false;
  const block = blockAt(state, main.head);
  return block?.value.kind === 'table' && isShownRendered(state, block);
}

export const enterTableCells = ViewPlugin.fromClass(TableFocus);
