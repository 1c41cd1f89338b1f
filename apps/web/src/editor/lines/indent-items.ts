import { indentLess, indentMore } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import { type ChangeSpec, EditorSelection, type EditorState } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import {
  getCodeKind,
  type ListItem,
  type ParsedLine,
  parseLine,
  readListLines,
  toIndent,
  toTabStop,
} from './line-prefix.js';

/** Indents list items and selected lines; elsewhere inserts the indentation at the cursor. */
export const indent: Command = (view) => {
  const { state, dispatch } = view;
  if (state.readOnly) return false;
  const items = readSelectedItems(state);
  if (items !== undefined) {
    shiftItems(view, items, findDeeperColumn(items));
    return true;
  }
  if (!state.selection.main.empty) return indentMore(view);
  const spec = state.replaceSelection(state.facet(indentUnit));
  dispatch(state.update(spec, { scrollIntoView: true, userEvent: 'input.indent' }));
  return true;
};

/** Outdents list items and selected lines. */
export const outdent: Command = (view) => outdentItems(view) || indentLess(view);

/** Moves the selected list items to the level of their parent. Returns false when there are none. */
export const outdentItems: Command = (view) => {
  const items = view.state.readOnly ? undefined : readSelectedItems(view.state);
  if (items === undefined) return false;
  shiftItems(view, items, findShallowerColumn(items));
  return true;
};

interface SelectedItems {
  /** Lines that can belong to the list. */
  readonly lines: readonly ParsedLine[];
  /** Index of the first selected line. */
  readonly first: number;
  /** Index behind the last selected line and the items nested below it. */
  readonly end: number;
  readonly usesTabs: boolean;
}

/** Returns the selected list items with those nested below them; undefined when the selection begins elsewhere. */
function readSelectedItems(state: EditorState): SelectedItems | undefined {
  const { from, to } = state.selection.main;
  const start = state.doc.lineAt(from);
  const { prefix } = parseLine(start);
  if (prefix.item === undefined || getCodeKind(state, start.to) === 'block') return undefined;
  const lines = readListLines(state.doc, start.number, state.doc.lineAt(to).number);
  const first = lines.findIndex(({ line }) => line.number === start.number);
  const selectedEnd = lines.findLastIndex(({ line }) => line.from <= to) + 1;
  const own = lines.slice(first, selectedEnd);
  const column = Math.min(...own.filter(({ isBlank }) => !isBlank).map((parsed) => parsed.prefix.column));
  const below = lines.slice(selectedEnd).findIndex((parsed) => !parsed.isBlank && parsed.prefix.column <= column);
  const end = below === -1 ? lines.length : selectedEnd + below;
  return { lines, first, end, usesTabs: lines.some((parsed) => parsed.prefix.indent.includes('\t')) };
}

/** Returns the column of items nested below the item before; undefined when there is none on the same level. */
function findDeeperColumn({ lines, first, usesTabs }: SelectedItems): number | undefined {
  const { column } = (lines[first] as ParsedLine).prefix;
  const above = lines.slice(0, first).findLast(({ prefix }) => prefix.item !== undefined && prefix.column <= column);
  const content = above?.prefix.item?.content;
  if (content === undefined || content <= column) return undefined;
  return usesTabs ? toTabStop(content) : content;
}

/** Returns the column of the parent of an item, or of an item without a parent. */
function findShallowerColumn({ lines, first }: SelectedItems): number | undefined {
  const { column } = (lines[first] as ParsedLine).prefix;
  const parent = lines.slice(0, first).findLast(({ prefix }) => isParent(prefix.item, prefix.column, column));
  return column === 0 ? undefined : (parent?.prefix.column ?? 0);
}

const isParent = (item: ListItem | undefined, column: number, childColumn: number) =>
  item !== undefined && column < childColumn;

/** Shifts items so that the first is at a column; the others keep their distance from it. */
function shiftItems(
  { state, dispatch }: Parameters<Command>[0],
  { lines, first, end, usesTabs }: SelectedItems,
  column: number | undefined,
): void {
  if (column === undefined) return;
  const shift = column - (lines[first] as ParsedLine).prefix.column;
  const changes = lines.slice(first, end).flatMap((parsed) => shiftLine(parsed, shift, usesTabs));
  const set = state.changes(changes);
  const { anchor, head } = state.selection.main;
  dispatch({
    changes: set,
    selection: EditorSelection.single(set.mapPos(anchor, 1), set.mapPos(head, 1)),
    scrollIntoView: true,
    userEvent: shift > 0 ? 'input.indent' : 'delete.dedent',
  });
}

/** Returns the change that shifts the text of a line by columns. */
function shiftLine({ line, prefix, isBlank }: ParsedLine, shift: number, usesTabs: boolean): ChangeSpec[] {
  if (isBlank || shift === 0) return [];
  const from = line.from + prefix.quote.length;
  const insert = toIndent(Math.max(0, prefix.column + shift), usesTabs);
  return [{ from, to: from + prefix.indent.length, insert }];
}
