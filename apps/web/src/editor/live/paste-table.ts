import { EditorView } from '@codemirror/view';
import { isPlainPaste } from '../../paste/plain-paste.js';
import { getTreeTo } from '../parsed-tree.js';
import { formatTable } from './cell-text.js';
import { readGrid } from './grid-paste.js';

const CODE = /Code|MathBlock|^HTML|^Comment/;

/** Pastes cells of a spreadsheet as a table, on lines of its own. */
export const pasteTables = EditorView.domEventHandlers({
  paste(event, view) {
    const { state } = view;
    const grid = readGrid(event.clipboardData);
    const { from, to } = state.selection.main;
    if (grid === undefined || grid.length < 2 || state.readOnly || isInCode(view, from) || isPlainPaste(view))
      return false;
    const { lineBreak, doc } = state;
    const [first, last] = [doc.lineAt(from), doc.lineAt(to)];
    const before = first.text.slice(0, from - first.from).trim() === '' ? '' : lineBreak + lineBreak;
    const after = last.text.slice(to - last.from).trim() === '' ? lineBreak : lineBreak + lineBreak;
    const insert = before + formatTable(grid).replaceAll('\n', lineBreak) + after;
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + state.toText(insert).length },
      scrollIntoView: true,
      userEvent: 'input.paste',
    });
    event.preventDefault();
    return true;
  },
});

function isInCode({ state }: EditorView, at: number): boolean {
  for (let node = getTreeTo(state, at).resolveInner(at, -1); node.parent !== null; node = node.parent)
    if (CODE.test(node.name)) return true;
  return false;
}
