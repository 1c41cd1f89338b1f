import { EditorView } from '@codemirror/view';
import { blockAt, isShownRendered, isTypedAt } from './block-field.js';

/** Start of text that continues a table. */
const CELL = '|';

/**
 * Keeps text typed on the empty line below a rendered table out of the table, of which Markdown would make it a row: it
 * begins after a blank line. A table that is being typed goes on with the next line. Text of an input method is left as it is, because a change would end its composition.
 */
export const typeBelowTable = EditorView.inputHandler.of((view, from, to, typed) => {
  const { state } = view;
  const line = state.doc.lineAt(from);
  if (from !== to || line.from === 0 || line.text.trim() !== '') return false;
  if (view.composing || view.compositionStarted || typed.trim() === '' || typed.startsWith(CELL)) return false;
  if (isTypedAt(state, from)) return false;
  const table = blockAt(state, line.from - 1);
  if (table?.value.kind !== 'table' || table.to !== line.from - 1 || !isShownRendered(state, table)) return false;
  view.dispatch({
    changes: { from, insert: state.lineBreak + typed },
    selection: { anchor: from + state.toText(state.lineBreak + typed).length },
    scrollIntoView: true,
    userEvent: 'input.type',
  });
  return true;
});
