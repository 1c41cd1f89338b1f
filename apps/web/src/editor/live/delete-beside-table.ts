import { type Extension, type Line, Prec, type Text } from '@codemirror/state';
import { type Command, keymap } from '@codemirror/view';
import { blockAt, isShownRendered } from './block-field.js';
import { bindDeletion } from './deletion-keys.js';

type Side = 'from' | 'to';

/** Goes into the rendered table with an edge at the found offset, if the cursor is at the side of text that faces it. */
const enterTable =
  (side: Side, cursorSide: Side, findEdge: (line: Line, doc: Text) => number): Command =>
  (view) => {
    const { state } = view;
    const { head, empty } = state.selection.main;
    const line = state.doc.lineAt(head);
    if (!empty || head !== line[cursorSide] || line.text.trim() === '') return false;
    const anchor = findEdge(line, state.doc);
    const block = blockAt(state, anchor);
    if (block?.value.kind !== 'table' || block[side] !== anchor || !isShownRendered(state, block)) return false;
    view.dispatch({ selection: { anchor }, scrollIntoView: true, userEvent: 'select' });
    return true;
  };

/** Enters the table above the blank line over the text, which without it would become a row. */
const enterAbove = enterTable('to', 'from', ({ from }, doc) => doc.lineAt(Math.max(0, from - 1)).from - 1);
/** Enters the table on the next line: as part of its heading, the text would end the table. */
const enterBelow = enterTable('from', 'to', ({ to }) => to + 1);

/** Keeps text out of a rendered table when the lines between them are deleted: the cursor goes into the table instead. */
export const deleteBesideTable: Extension = Prec.high(
  keymap.of([...bindDeletion('Backspace', enterAbove), ...bindDeletion('Delete', enterBelow)]),
);
