import { cursorPageDown, cursorPageUp, redo, undo } from '@codemirror/commands';
import { type Command, type EditorView, runScopeHandlers } from '@codemirror/view';
import { hasOpenList } from '../completing/load-completion.js';
import type { CellEditor } from './cell-editor.js';
import type { EditedTable } from './edited-table.js';
import { findCellElement } from './table-rows.js';
import { showTableSource } from './table-source.js';
import { insertRow, moveColumn, swapRows } from './table-text.js';

type Run = (table: EditedTable, cell: CellEditor) => boolean;

/** Keys of an edited cell. A key whose function returns false keeps its effect in the browser. */
const keys: Readonly<Record<string, Run>> = {
  Tab: (table) => moveBy(table, 1),
  'Shift+Tab': (table) => moveBy(table, -1),
  Enter: (table) => moveDown(table),
  'Shift+Enter'(table) {
    table.insert('\n');
    return true;
  },
  ArrowUp: (table, cell) => cell.isAtEdge(-1) && moveRow(table, -1),
  ArrowDown: (table, cell) => cell.isAtEdge(1) && moveRow(table, 1),
  ArrowLeft: moveLeft,
  ArrowRight: moveRight,
  'Mod+ArrowLeft': moveLeft,
  'Mod+ArrowRight': moveRight,
  PageUp: (table, cell) => movePage(table, cell, -1),
  PageDown: (table, cell) => movePage(table, cell, 1),
  Escape: (table) => showSource(table),
  F2: (table) => showSource(table),
  'Mod+a': (table, cell) => selectMore(table, cell),
  'Mod+Home': ({ view }) => moveTo(view, 0),
  'Mod+End': (table) => leaveToEnd(table),
  'Mod+z': (table) => undoOrRedo(table, undo),
  'Mod+y': (table) => undoOrRedo(table, redo),
  'Mod+Shift+z': (table) => undoOrRedo(table, redo),
  'Alt+ArrowUp': (table) => moveTableRow(table, -1),
  'Alt+ArrowDown': (table) => moveTableRow(table, 1),
  'Alt+ArrowLeft': (table) => moveTableColumn(table, -1),
  'Alt+ArrowRight': (table) => moveTableColumn(table, 1),
};

/** Keys of an open list of suggestions. */
const LIST_KEYS: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Enter', 'Escape']);

/** Handles a key in a cell; other keys are left to the browser and to the commands of the page. */
export function handleCellKey(table: EditedTable, event: KeyboardEvent): void {
  const { cell } = table;
  if (event.isComposing || cell === undefined) return;
  table.selectInNote();
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  const isForList = LIST_KEYS.has(key) && hasOpenList(table.view.state);
  if (isForList && runScopeHandlers(table.view, event, 'editor')) {
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  const name = key.length === 1 ? key.toLowerCase() : key;
  const chord = `${ctrlKey || metaKey ? 'Mod+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${name}`;
  if (keys[chord]?.(table, cell) !== true) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Moves to the next or previous cell; behind the last one adds a row. By arrow keys leaves the table at its ends. */
function moveBy(table: EditedTable, by: -1 | 1, caret?: 'start' | 'end'): boolean {
  const { rows, columns, current } = table;
  const index = current.row * columns + current.column + by;
  if (index < 0 || (index >= rows * columns && caret !== undefined)) return caret !== undefined && leave(table, by);
  const position = { row: Math.floor(index / columns), column: index % columns };
  if (position.row < rows) table.edit(position, caret ?? 'all');
  else table.change(insertRow(table.written, rows), position);
  return true;
}

/** Moves to the cell below; behind the last row adds one. */
function moveDown(table: EditedTable): boolean {
  const position = { row: table.current.row + 1, column: table.current.column };
  if (position.row < table.rows) table.edit(position, 'all');
  else table.change(insertRow(table.written, table.rows), position);
  return true;
}

/** Moves from the start of a cell to the previous one. */
function moveLeft(table: EditedTable, { selection: [start, end] }: CellEditor): boolean {
  return start === 0 && end === 0 && moveBy(table, -1, 'end');
}

/** Moves from the end of a cell to the next one. */
function moveRight(table: EditedTable, { selection: [start, end], value }: CellEditor): boolean {
  return start === value.length && end === start && moveBy(table, 1, 'start');
}

function moveRow(table: EditedTable, by: -1 | 1): boolean {
  const { row, column } = table.current;
  if (row + by < 0 || row + by >= table.rows) return leave(table, by);
  table.edit({ row: row + by, column }, by === 1 ? 'start' : 'end');
  return true;
}

/** Moves by the height of the page, and by a row where that is taller, within the table or out of it. */
function movePage(table: EditedTable, { cell }: CellEditor, by: -1 | 1): boolean {
  const { view, element, current } = table;
  const { column } = current;
  const { top } = cell.getBoundingClientRect();
  let { row } = current;
  for (;;) {
    const next = findCellElement(element, { row: row + by, column });
    if (next === undefined) break;
    if (Math.abs(next.getBoundingClientRect().top - top) > view.scrollDOM.clientHeight) {
      if (row === current.row) row += by;
      table.edit({ row, column }, 'start');
      return true;
    }
    row += by;
  }
  view.focus();
  return (by === 1 ? cursorPageDown : cursorPageUp)(view) || leave(table, by);
}

/** Puts the cursor before or behind the table; at the end of a note adds a line. */
function leave({ view, from, written }: EditedTable, by: -1 | 1): boolean {
  const to = from + written.length;
  const { length } = view.state.doc;
  if (by === -1 && from === 0) return true;
  const changes = by === 1 && to === length ? [{ from: to, insert: view.state.lineBreak }] : [];
  view.dispatch({ changes, selection: { anchor: by === 1 ? to + 1 : from - 1 }, scrollIntoView: true });
  view.focus();
  return true;
}

/** Undoes or redoes a change of the note. The cursor follows it out of the table, which may then no longer be drawn. */
function undoOrRedo(table: EditedTable, command: Command): boolean {
  const { view } = table;
  command(view);
  if (!table.contains(view.state.selection.main.head)) view.focus();
  return true;
}

/** Selects the cell; once it is selected, the whole note. */
function selectMore({ view }: EditedTable, cell: CellEditor): boolean {
  const [start, end] = cell.selection;
  if (start > 0 || end < cell.value.length) cell.select(0, cell.value.length);
  else {
    view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } });
    view.focus();
  }
  return true;
}

/** Puts the cursor at the end of the note; when the table is there, on a new line behind it. */
function leaveToEnd(table: EditedTable): boolean {
  const { length } = table.view.state.doc;
  return table.from + table.written.length === length ? leave(table, 1) : moveTo(table.view, length);
}

function moveTo(view: EditorView, anchor: number): boolean {
  view.dispatch({ selection: { anchor }, scrollIntoView: true });
  view.focus();
  return true;
}

/** Shows the Markdown of the table, with the cursor where it was. Tab then leaves the text, as after Escape elsewhere. */
export function showSource({ view, from }: EditedTable): boolean {
  view.dispatch({ effects: showTableSource.of(from) });
  view.focus();
  view.setTabFocusMode(true);
  return true;
}

/** Swaps the row with its neighbour; the head stays. */
export function moveTableRow(table: EditedTable, by: -1 | 1): boolean {
  const { row, column } = table.current;
  const other = row + by;
  if (row > 0 && other > 0 && other < table.rows)
    table.change(swapRows(table.written, row, other), { row: other, column }, 'end');
  return true;
}

export function moveTableColumn(table: EditedTable, by: -1 | 1): boolean {
  const { row, column } = table.current;
  const other = column + by;
  if (other >= 0 && other < table.columns)
    table.change(moveColumn(table.written, column, other), { row, column: other }, 'end');
  return true;
}
