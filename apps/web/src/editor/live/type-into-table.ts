import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { getTreeTo } from '../parsed-tree.js';
import { parseCells } from '../tables.js';
import { encodeCell } from './cell-text.js';

/**
 * Puts text typed before the first bar of a row into its first cell while the table is about to be rendered. Before the
 * bar it would add a cell to the row, and a head with another number of cells ends the table.
 */
export const typeIntoTable = (isLoading: (view: EditorView) => boolean): Extension =>
  EditorView.inputHandler.of((view, from, to, typed) => {
    if (from !== to || view.composing || !isLoading(view)) return false;
    const { state } = view;
    const line = state.doc.lineAt(from);
    const [cell] = line.text[from - line.from] === '|' ? parseCells(line) : [];
    const row = getTreeTo(state, line.to).resolveInner(from, 1).parent?.name;
    if (cell === undefined || cell.from <= from || (row !== 'TableHeader' && row !== 'TableRow')) return false;
    const insert = encodeCell(typed);
    view.dispatch({
      changes: { from: cell.from, insert },
      selection: { anchor: cell.from + insert.length },
      scrollIntoView: true,
      userEvent: 'input.type',
    });
    return true;
  });
