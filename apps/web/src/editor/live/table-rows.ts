import type { CellPosition } from './table-cells.js';

/** Lists the rows of a rendered table. A long table is rendered in parts, of which each repeats the head. */
const listRows = (root: HTMLElement): HTMLTableRowElement[] =>
  [...root.querySelectorAll('table')].flatMap((table, index) => [...table.rows].slice(index === 0 ? 0 : 1));

/** Returns the element of a cell of a rendered table. */
export const findCellElement = (root: HTMLElement, { row, column }: CellPosition): HTMLTableCellElement | undefined =>
  listRows(root)[row]?.cells[column];

/** Returns the position of the element of a cell. */
export function findCellPosition(root: HTMLElement, cell: HTMLTableCellElement): CellPosition | undefined {
  const row = listRows(root).findIndex((one) => one.contains(cell));
  return row === -1 ? undefined : { row, column: cell.cellIndex };
}
