import type { Change } from '../text-changes.js';
import { encodeCell } from './cell-text.js';

/** Alignment of a column. */
export type Side = 'start' | 'center' | 'end' | 'none';

/** Row of a table, as written: the texts between its pipes keep their spaces. */
interface Row {
  /** Indentation, quote marks and the first pipe. */
  readonly start: string;
  readonly cells: readonly string[];
  /** Last pipe, and blanks behind it. */
  readonly end: string;
}

const PIPE = /(?<!\\)\|/;
const EMPTY = '  ';
/** Index of the line with the alignments. */
const DELIMITER = 1;

function parseRow(line: string): Row {
  const [start] = /^[\s>]*\|?/.exec(line) as RegExpExecArray;
  const [end] = /(?:(?<!\\)\|)?\s*$/.exec(line.slice(start.length)) as RegExpExecArray;
  return { start, cells: line.slice(start.length, line.length - end.length).split(PIPE), end };
}

const formatRow = ({ start, cells, end }: Row): string => {
  // A row of one column needs a pipe, and so does one whose first cell is empty.
  const [first, last] = [start.trimEnd().endsWith('|') || cells.length > 1 ? start : `${start}|`, end];
  return first + cells.join('|') + last;
};

/** Rewrites each row of a table; `index` 1 is the line with the alignments. */
const mapRows = (table: string, rewrite: (row: Row, index: number) => Row): string =>
  table
    .split('\n')
    .map((line, index) => formatRow(rewrite(parseRow(line), index)))
    .join('\n');

const withCells = (row: Row, cells: readonly string[]): Row => ({ ...row, cells });

/** Adds empty cells to a row up to a number of columns. A backslash before them would escape the added pipe. */
const padRow = (row: Row, columns: number, empty = EMPTY): Row =>
  row.cells.length >= columns
    ? row
    : withCells(row, [
        ...row.cells.map((cell) => cell.replace(/\\$/, '\\ ')),
        ...Array<string>(columns - row.cells.length).fill(empty),
      ]);

/** Returns the number of columns: that of the head. */
export const countColumns = (table: string): number => parseRow(table.split('\n', 1)[0] as string).cells.length;

/** Inserts an empty column before the one at an index. */
export const insertColumn = (table: string, at: number): string =>
  mapRows(table, (row, index) => {
    const empty = index === DELIMITER ? ' --- ' : EMPTY;
    const { cells } = padRow(row, at, empty);
    return withCells(addOuterPipes(row), [...cells.slice(0, at), empty, ...cells.slice(at)]);
  });

/** Adds the outer pipes that a row was written without, so that its outer cells may be empty. */
const addOuterPipes = (row: Row): Row => ({
  start: row.start.endsWith('|') ? row.start : `${row.start}| `,
  cells: row.cells,
  end: row.end.includes('|') ? row.end : ' |',
});

/** Matches text at the start of a line that is, or may become, something other than a row of a table. */
const LIKE_A_BLOCK = /^(?:[^\p{L}\p{N}]|$)|^\p{N}+[.)]/u;

/**
 * Returns the outer pipes that a row needs before one of its cells gets a text: without them an empty outer cell would
 * be none, and the first one could begin a list or a quote.
 */
export function findNeededPipes(line: string, column: number, text: string): Change[] {
  const { start, cells, end } = parseRow(line);
  const isOpenStart = column === 0 && !start.endsWith('|');
  const isOpenEnd = column === cells.length - 1 && !end.includes('|');
  if (!(isOpenStart && LIKE_A_BLOCK.test(text)) && !(isOpenEnd && text === '')) return [];
  const [first, last] = [start.length, line.length - end.length];
  return [
    { from: first, to: first, insert: start.endsWith('|') ? '' : '| ' },
    { from: last, to: last, insert: end.includes('|') ? '' : ' |' },
  ];
}

export const deleteColumn = (table: string, at: number): string =>
  mapRows(table, (row) =>
    withCells(
      addOuterPipes(row),
      row.cells.filter((_, index) => index !== at),
    ),
  );

/** Moves a column to another index. */
export const moveColumn = (table: string, from: number, to: number): string =>
  mapRows(table, (row, index) => {
    const cells = [...padRow(row, Math.max(from, to) + 1, index === DELIMITER ? ' --- ' : EMPTY).cells];
    const [moved] = cells.splice(from, 1);
    cells.splice(to, 0, moved as string);
    return withCells(addOuterPipes(row), cells);
  });

/** Sets the alignment of a column; the number of dashes stays. */
export const alignColumn = (table: string, at: number, side: Side): string =>
  mapRows(table, (row, index) => {
    if (index !== DELIMITER) return row;
    const cells = padRow(row, at + 1, ' --- ').cells.map((cell, column) =>
      column === at ? alignCell(cell, side) : cell,
    );
    return withCells(row, cells);
  });

function alignCell(cell: string, side: Side): string {
  const written = cell.trim();
  const dashes = '-'.repeat(Math.max(1, written.length - (side === 'none' ? 0 : side === 'center' ? 2 : 1)));
  const marked = { none: dashes, start: `:${dashes}`, end: `${dashes}:`, center: `:${dashes}:` }[side];
  return cell.replace(written, marked);
}

/** Returns the index of the line of a row: the head is row 0. */
export const lineOfRow = (row: number): number => (row === 0 ? 0 : row + DELIMITER);

/** Inserts an empty row before the one at an index, which is at least 1. */
export function insertRow(table: string, at: number): string {
  const lines = table.split('\n');
  const head = parseRow(lines[0] as string);
  const start = head.start.endsWith('|') ? head.start : `${head.start}|`;
  lines.splice(lineOfRow(at), 0, `${start}${Array<string>(head.cells.length).fill(EMPTY).join('|')}|`);
  return lines.join('\n');
}

export const deleteRow = (table: string, at: number): string =>
  table
    .split('\n')
    .filter((_, index) => index !== lineOfRow(at))
    .join('\n');

/** Swaps two rows of the body. */
export function swapRows(table: string, one: number, other: number): string {
  const lines = table.split('\n');
  const [a, b] = [lineOfRow(one), lineOfRow(other)];
  [lines[a], lines[b]] = [lines[b] as string, lines[a] as string];
  return lines.join('\n');
}

/** Sets cells from a grid, with its first cell at a row and a column. Adds the rows and columns that are missing. */
export function fillCells(table: string, row: number, column: number, grid: readonly (readonly string[])[]): string {
  const columns = column + Math.max(...grid.map(({ length }) => length));
  let filled = table;
  while (countColumns(filled) < columns) filled = insertColumn(filled, countColumns(filled));
  const rows = () => filled.split('\n').length - 1;
  while (rows() < row + grid.length) filled = insertRow(filled, rows());
  return mapRows(filled, (written, index) => {
    const cells = grid[(index <= DELIMITER ? index : index - DELIMITER) - row];
    if (cells === undefined || index === DELIMITER || (index === 0 && row > 0)) return written;
    const next = [...padRow(written, columns).cells];
    for (const [offset, text] of cells.entries()) next[column + offset] = ` ${encodeCell(text.trim())} `;
    return withCells(addOuterPipes(written), next);
  });
}

/** Adds the cells that a row lacks up to a column, so that the cell there can be edited. */
export const padRowTo = (table: string, row: number, column: number): string =>
  mapRows(table, (written, index) =>
    index === lineOfRow(row) && written.cells.length <= column ? addOuterPipes(padRow(written, column + 1)) : written,
  );
