import { type ChangeSpec, EditorSelection, type EditorState, type Line, type SelectionRange } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import { outdentItems } from './indent-items.js';
import { getCodeKind, type LinePrefix, parseLine, parsePrefix, readLinesOfItem } from './line-prefix.js';
import { shiftLines } from './renumber.js';

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  /** Further changes, which keep the lines below part of the new item. */
  readonly below?: ChangeSpec[];
}

/** Continues the list or quote of the cursor's line at Enter; on an empty item or quote, ends it by one level. */
export const continueLine: Command = (view) => {
  const { state } = view;
  const { ranges, main } = state.selection;
  if (state.readOnly || !ranges.some((range) => readContinued(state, range) !== undefined)) return false;
  const [only] = ranges.length === 1 ? [readContinued(state, main)] : [];
  if (only?.isEmpty && only.prefix.column > 0 && only.prefix.item !== undefined && outdentItems(view)) return true;
  const spec = state.changeByRange((range) => {
    const continued = readContinued(state, range);
    const { from, to } = range;
    const edit: Edit =
      continued === undefined
        ? { from, to, insert: state.lineBreak }
        : continued.isEmpty
          ? endContinued(state, continued)
          : isBeforeTickedTask(range, continued)
            ? insertItemAbove(state, continued)
            : insertItemBelow(state, range, continued);
    return { changes: [edit, edit.below ?? []], range: EditorSelection.cursor(edit.from + edit.insert.length) };
  });
  view.dispatch(state.update(spec, { scrollIntoView: true, userEvent: 'input' }));
  return true;
};

/** Starts a new line within the list item or quote of the cursor's line. */
export const continueText: Command = ({ state, dispatch }) => {
  const { main } = state.selection;
  const continued = readContinued(state, main);
  if (state.readOnly || continued === undefined || state.selection.ranges.length > 1) return false;
  const { quote, column, item } = continued.prefix;
  const insert = state.lineBreak + quote + ' '.repeat(item?.content ?? column);
  dispatch(state.update(state.replaceSelection(insert), { scrollIntoView: true, userEvent: 'input' }));
  return true;
};

/** Removes the marker before the cursor: of a nested item by outdenting it, else of the item or quote. */
export const deleteMarker: Command = (view) => {
  const { state } = view;
  const { main } = state.selection;
  if (state.readOnly || !main.empty || state.selection.ranges.length > 1) return false;
  const line = state.doc.lineAt(main.head);
  const prefix = parsePrefix(line.text);
  const isBehind = main.head === line.from + prefix.length && (prefix.item !== undefined || prefix.depth > 0);
  if (!isBehind || (prefix.item === undefined && prefix.indent !== '') || isCode(state, line)) return false;
  if (prefix.item !== undefined && prefix.column > 0 && outdentItems(view)) return true;
  const { to, insert } = endLine({ line, prefix });
  const changes = { from: line.from, to: Math.min(to, main.head), insert };
  view.dispatch({ changes, scrollIntoView: true, userEvent: 'delete.dedent' });
  return true;
};

/** Joins the next line at Delete without its list marker or quote marks. */
export const deleteMarkerAhead: Command = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  const isAtEnd = main.empty && main.head === line.to && line.number < state.doc.lines;
  if (state.readOnly || ranges.length > 1 || !isAtEnd || line.text.trim() === '') return false;
  const next = state.doc.line(line.number + 1);
  const { item, depth, length } = parsePrefix(next.text);
  if ((item === undefined && depth === 0) || isCode(state, line) || isCode(state, next)) return false;
  const changes = { from: line.to, to: next.from + length };
  dispatch(state.update({ changes, scrollIntoView: true, userEvent: 'delete.forward' }));
  return true;
};

interface Continued {
  readonly line: Line;
  readonly prefix: LinePrefix;
  /** True when the line has no text behind its prefix. */
  readonly isEmpty: boolean;
}

/** Returns the line of a selection whose list or quote continues; undefined when there is none. */
function readContinued(state: EditorState, { from, to }: SelectionRange): Continued | undefined {
  const line = state.doc.lineAt(from);
  const prefix = parsePrefix(line.text);
  const isMarked = prefix.item !== undefined || prefix.depth > 0;
  if (!isMarked || from < line.from + prefix.length || isCode(state, line)) return undefined;
  return { line, prefix, isEmpty: from === to && line.text.slice(prefix.length).trim() === '' };
}

const isCode = (state: EditorState, { to }: Line) => getCodeKind(state, to) === 'block';

const isBeforeTickedTask = ({ from, empty }: SelectionRange, { line, prefix }: Continued): boolean =>
  empty && from === line.from + prefix.length && /x/i.test(prefix.item?.box ?? '');

/** Inserts an open task above a done one, which keeps its tick with its text. */
function insertItemAbove(state: EditorState, { line, prefix }: Continued): Edit {
  const mark = line.text.slice(0, prefix.length);
  const to = line.from + prefix.length;
  return { from: line.from, to, insert: mark.replace(/\[x\]/i, '[ ]') + state.lineBreak + mark };
}

/** Begins the next item at the selection. The lines below become its own: a longer number shifts them to its text. */
function insertItemBelow(state: EditorState, { from, to }: SelectionRange, { prefix }: Continued): Edit {
  const next = formatNextPrefix(prefix);
  const edit = { from, to, insert: state.lineBreak + next };
  const { item } = prefix;
  const shift = (parsePrefix(next).item?.content ?? 0) - (item?.content ?? 0);
  if (item?.number === undefined || shift <= 0) return edit;
  const below = readLinesOfItem(state.doc, state.doc.lineAt(to).number + 1, prefix);
  return { ...edit, below: shiftLines(below, item.content, shift) };
}

/** Ends a list or quote. A blank line parts what follows from it: Markdown would read the next line as its text. */
function endContinued(state: EditorState, continued: Continued): Edit {
  const { line, prefix } = continued;
  const edit = endLine(continued);
  const above = line.number > 1 ? parseLine(state.doc.line(line.number - 1)) : undefined;
  const isInList = prefix.item !== undefined && above?.prefix.item !== undefined;
  const isInQuote = prefix.item === undefined && above?.prefix.depth === prefix.depth;
  if (above === undefined || !(isInList || isInQuote)) return edit;
  // An empty quoted line above, as after a list in a quote, becomes the blank line.
  const from = isInQuote && above.isBlank ? above.line.from : edit.from;
  return { ...edit, from, insert: edit.insert.trimEnd() + state.lineBreak + edit.insert };
}

/** Removes the list marker of a line, or else its innermost quote mark. */
function endLine({ line, prefix }: Pick<Continued, 'line' | 'prefix'>): Edit {
  const outer = prefix.item === undefined ? prefix.quote.replace(/> ?$/, '') : prefix.quote;
  return { from: line.from, to: line.from + prefix.length, insert: outer };
}

function formatNextPrefix({ quote, depth, indent, item }: LinePrefix): string {
  const quoteMarks = depth > 0 && !quote.endsWith(' ') ? `${quote} ` : quote;
  if (item === undefined) return quoteMarks + indent;
  const { marker, number, delimiter, spacing, box } = item;
  const next = number === undefined ? marker : `${number + 1}${delimiter}`;
  return `${quoteMarks}${indent}${next}${spacing}${box === undefined ? '' : '[ ] '}`;
}
