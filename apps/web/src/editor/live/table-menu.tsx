import { Menu } from '../../ui/menu.js';
import { moveTableColumn, moveTableRow, showSource } from './cell-keys.js';
import type { EditedTable } from './edited-table.js';
import { alignColumn, deleteColumn, deleteRow, insertColumn, insertRow, type Side } from './table-text.js';
import { text } from './texts.js';

/** Menu of a table; it applies to the cell that was edited last. */
export function TableMenu({ table }: { readonly table: EditedTable }) {
  return <Menu label={text.tableActions} items={listItems(table)} />;
}

function listItems(table: EditedTable) {
  const align = (side: Side) => () =>
    table.change(alignColumn(table.written, table.current.column, side), table.current);
  return [
    { label: text.insertRowBelow, run: () => addRow(table, table.current.row + 1) },
    { label: text.insertRowAbove, run: () => addRow(table, Math.max(1, table.current.row)) },
    { label: text.insertColumnAfter, run: () => addColumn(table, table.current.column + 1) },
    { label: text.insertColumnBefore, run: () => addColumn(table, table.current.column) },
    { label: text.moveRowUp, run: () => moveTableRow(table, -1) },
    { label: text.moveRowDown, run: () => moveTableRow(table, 1) },
    { label: text.moveColumnLeft, run: () => moveTableColumn(table, -1) },
    { label: text.moveColumnRight, run: () => moveTableColumn(table, 1) },
    { label: text.alignStart, run: align('start') },
    { label: text.alignCenter, run: align('center') },
    { label: text.alignEnd, run: align('end') },
    { label: text.alignNone, run: align('none') },
    { label: text.deleteRow, run: () => removeRow(table) },
    { label: text.deleteColumn, run: () => removeColumn(table) },
    { label: text.editSource, run: () => showSource(table) },
  ];
}

const addRow = (table: EditedTable, row: number) =>
  table.change(insertRow(table.written, row), { row, column: table.current.column });

const addColumn = (table: EditedTable, column: number) =>
  table.change(insertColumn(table.written, column), { row: table.current.row, column });

/** Deletes the row of the current cell; the head stays, since a table needs one. */
function removeRow(table: EditedTable): void {
  const { row, column } = table.current;
  if (row > 0) table.change(deleteRow(table.written, row), { row: Math.max(0, row - 1), column });
}

function removeColumn(table: EditedTable): void {
  const { row, column } = table.current;
  if (table.columns > 1) table.change(deleteColumn(table.written, column), { row, column: Math.max(0, column - 1) });
}
