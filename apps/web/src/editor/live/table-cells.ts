import { Text } from '@codemirror/state';
import { type Cell, parseCells } from '../tables.js';
import type { Change } from '../text-changes.js';
import { changeCell, decodeCell, getWrittenOffsets } from './cell-text.js';
import { findNeededPipes, lineOfRow } from './table-text.js';

/** Position of a cell: its row from 0, which is the head, and its column. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/** Returns the range of a cell in a note, whose table begins at an offset; undefined where its row has too few. */
export function findCell(doc: Text, tableAt: number, { row, column }: CellPosition): Cell | undefined {
  const number = doc.lineAt(tableAt).number + lineOfRow(row);
  return number > doc.lines ? undefined : parseCells(doc.line(number))[column];
}

/** Returns the changes of a note that give the cell in a range another text. */
export function changeRow(doc: Text, { from, to }: Cell, column: number, text: string): Change[] {
  const line = doc.lineAt(from);
  const move = (changes: readonly Change[], by: number) =>
    changes.map((change) => ({ ...change, from: change.from + by, to: change.to + by }));
  const [start, end] = move(findNeededPipes(line.text, column, text), line.from);
  const changed = move(changeCell(doc.sliceString(from, to), text), from);
  // A backslash would escape the pipe behind it.
  const isEscaping = text.endsWith('\\') && doc.sliceString(to, to + 1) === '|';
  return [start, ...changed, isEscaping ? { from: to, to, insert: ' ' } : undefined, end].filter(
    (change) => change !== undefined,
  );
}

/** Returns the cell at an offset of a note; on the line of the alignments, that of the head. */
export function cellAt(doc: Text, tableAt: number, offset: number): CellPosition {
  const line = doc.lineAt(offset);
  const index = line.number - doc.lineAt(tableAt).number;
  const column = parseCells(line).findLastIndex(({ from }, at) => from <= offset || at === 0);
  return { row: Math.max(0, index - 1), column: Math.max(0, column) };
}

/** Returns the Markdown of a cell of a changed table; undefined when anything else has changed too. */
export function findChangedCell(before: string, after: string, position: CellPosition): string | undefined {
  const [old, next] = [before, after].map((source) => findCell(Text.of(source.split('\n')), 0, position));
  if (old === undefined || next === undefined) return undefined;
  const isAround =
    before.slice(0, old.from) === after.slice(0, next.from) && before.slice(old.to) === after.slice(next.to);
  return isAround ? after.slice(next.from, next.to) : undefined;
}

/** Returns the offset in a cell's Markdown that corresponds to one in its text; behind its end, that of the end. */
export const toWrittenOffset = (written: string, offset: number): number =>
  getWrittenOffsets(written)[Math.max(0, offset)] ?? written.length;

/** Returns the offset in a cell's text that corresponds to one in its Markdown. */
export const toTextOffset = (written: string, offset: number): number =>
  decodeCell(written.slice(0, Math.max(0, offset))).length;
