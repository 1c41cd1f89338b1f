import { EditorSelection, type EditorState, type Line } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import { getTreeTo } from './parsed-tree.js';

/** Range of a cell's text, without the spaces around it. */
export interface Cell {
  readonly from: number;
  readonly to: number;
}

/** Moves to the next cell of a table; behind the last one adds a row. Returns false outside tables. */
export const nextCell: Command = ({ state, dispatch }) => {
  const table = tableAt(state);
  if (table === undefined || state.readOnly) return false;
  const { cells, index } = table;
  const cell = cells[index + 1];
  dispatch(state.update(cell === undefined ? newRow(state, table) : selectCell(cell), { scrollIntoView: true }));
  return true;
};

/** Moves to the previous cell of a table, or stays in the first. Returns false outside tables. */
export const previousCell: Command = ({ state, dispatch }) => {
  const table = tableAt(state);
  if (table === undefined || state.readOnly) return false;
  const cell = table.cells[Math.max(0, table.index - 1)];
  if (cell !== undefined) dispatch(state.update(selectCell(cell), { scrollIntoView: true }));
  return true;
};

interface Table {
  readonly cells: readonly Cell[];
  /** Index of the cell at the cursor. */
  readonly index: number;
  readonly last: Line;
  readonly columns: number;
}

const selectCell = ({ from, to }: Cell) => ({ selection: EditorSelection.single(from, to), userEvent: 'select' });

function newRow({ lineBreak }: EditorState, { last, columns }: Table) {
  const indent = /^[\s>]*/.exec(last.text)?.[0] ?? '';
  const insert = `${lineBreak}${indent}${'|  '.repeat(columns)}|`;
  const cursor = last.to + 1 + indent.length + 2;
  return { changes: { from: last.to, insert }, selection: { anchor: cursor }, userEvent: 'input' };
}

function tableAt(state: EditorState): Table | undefined {
  const { head } = state.selection.main;
  const tree = getTreeTo(state, head);
  let node = tree.resolveInner(head, -1);
  if (node.name !== 'Table' && node.parent === null) node = tree.resolveInner(head, 1);
  while (node.name !== 'Table') {
    if (node.parent === null) return undefined;
    node = node.parent;
  }
  const [first, last] = [state.doc.lineAt(node.from), state.doc.lineAt(node.to)];
  const lines = Array.from({ length: last.number - first.number + 1 }, (_, at) => state.doc.line(first.number + at));
  // The second line gives the column alignment and has no cells.
  const cells = lines.filter((_, at) => at !== 1).flatMap(parseCells);
  const index = cells.findLastIndex(({ from }, at) => from <= head || at === 0);
  return { cells, index, last, columns: parseCells(first).length };
}

/** Returns the cells of a row: the text between unescaped pipes. A row of one pipe has one empty cell. */
export function parseCells({ from, text }: Pick<Line, 'from' | 'text'>): Cell[] {
  const start = /^[\s>]*\|?/.exec(text)?.[0].length ?? 0;
  const end = /(?<!\\)\|\s*$/.test(text.slice(start)) ? text.lastIndexOf('|') : text.length;
  const cells: Cell[] = [];
  for (let at = start; at <= end; ) {
    const rest = /(?<!\\)\|/g;
    rest.lastIndex = at;
    const pipe = Math.min(rest.exec(text)?.index ?? end, end);
    cells.push(trimmedCell(text, at, pipe, from));
    at = pipe + 1;
  }
  return cells;
}

/** Trims a cell; an empty cell begins behind its first space. */
function trimmedCell(text: string, start: number, end: number, offset: number): Cell {
  const content = text.slice(start, end);
  const trimmed = content.trim();
  if (trimmed === '') return { from: offset + Math.min(start + 1, end), to: offset + Math.min(start + 1, end) };
  const from = offset + start + content.indexOf(trimmed);
  return { from, to: from + trimmed.length };
}
