import { type EditorState, type Extension, Prec } from '@codemirror/state';
import { type Command, keymap } from '@codemirror/view';
import { blockAt, isShownRendered } from './block-field.js';

/** Goes into the rendered table that a deletion would join with text beside it. */
const enterBy =
  (find: (state: EditorState) => number | undefined): Command =>
  (view) => {
    const { state } = view;
    const anchor = find(state);
    if (anchor === undefined) return false;
    view.dispatch({ selection: { anchor }, scrollIntoView: true, userEvent: 'select' });
    return true;
  };

/** Returns the end of the table above text at its start: next to a table, the text would become a row of it. */
function findTableAbove(state: EditorState): number | undefined {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (!main.empty || main.head > line.from || line.number < 3 || line.text.trim() === '') return undefined;
  const end = line.from - 1 - state.doc.line(line.number - 1).length - 1;
  return isTable(state, end, 'to') ? end : undefined;
}

/** Returns the start of the table below text at its end: as part of its heading, the text would end the table. */
function findTableBelow(state: EditorState): number | undefined {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (!main.empty || main.head < line.to || line.to === state.doc.length || line.text.trim() === '') return undefined;
  return isTable(state, line.to + 1, 'from') ? line.to + 1 : undefined;
}

function isTable(state: EditorState, at: number, side: 'from' | 'to'): boolean {
  const block = blockAt(state, at);
  return block?.value.kind === 'table' && block[side] === at && isShownRendered(state, block);
}

const intoTableAbove = enterBy(findTableAbove);
const intoTableBelow = enterBy(findTableBelow);

/** Keeps text out of a rendered table when the lines between them are deleted: the cursor goes into the table instead. */
export const deleteBesideTable: Extension = Prec.high(
  keymap.of([
    { key: 'Backspace', run: intoTableAbove, shift: intoTableAbove },
    { key: 'Mod-Backspace', mac: 'Alt-Backspace', run: intoTableAbove },
    { key: 'Delete', run: intoTableBelow },
    { key: 'Mod-Delete', mac: 'Alt-Delete', run: intoTableBelow },
  ]),
);
