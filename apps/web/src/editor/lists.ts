import { indentLess, indentMore } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import { type ChangeSpec, EditorSelection, type EditorState, type Line } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { findTaskBox } from '../text/task-box.js';
import { notify } from '../ui/notices.js';
import { text } from './texts.js';

/** Prefix of a list line: indentation or quote marks, bullet or number, and box. */
const ITEM = /^([\s>]*)(?:([-*+])|(\d{1,9})([.)]))( +)(\[[ xX]\] +)?/;

type ListKind = 'bullet' | 'ordered' | 'task';

/** Starts the next list item at Enter; on an empty item, ends the list. */
export const continueList: Command = ({ state, dispatch }) => {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  const item = ITEM.exec(line.text);
  if (item === null || !main.empty || state.readOnly || main.head < line.from + item[0].length) return false;
  const spec =
    line.text === item[0]
      ? { changes: { from: line.from, to: line.to, insert: item[1] as string } }
      : state.replaceSelection(state.lineBreak + nextItem(item));
  dispatch(state.update(spec, { scrollIntoView: true, userEvent: 'input' }));
  return true;
};

function nextItem([, indent, bullet, number, delimiter, spacing, box]: RegExpExecArray): string {
  return `${indent}${bullet ?? Number(number) + 1}${delimiter ?? ''}${spacing}${box === undefined ? '' : '[ ] '}`;
}

const touchesList = ({ state }: EditorView) => selectedLines(state).some(({ text }) => ITEM.test(text));

/** Indents list items and selected lines; elsewhere inserts the indentation at the cursor. */
export const indent: Command = (view) => {
  const { state, dispatch } = view;
  if (state.readOnly) return false;
  if (!state.selection.main.empty || touchesList(view)) return indentMore(view);
  const spec = state.replaceSelection(state.facet(indentUnit));
  dispatch(state.update(spec, { scrollIntoView: true, userEvent: 'input.indent' }));
  return true;
};

export const outdent: Command = (view) => indentLess(view);

/** Turns the selected lines into a list of a kind, or back into plain lines. */
export const toggleList =
  (kind: ListKind): Command =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const lines = selectedLines(state).filter(({ text }, _, all) => text.trim() !== '' || all.length === 1);
    const isList = lines.every(({ text }) => getListKind(text) === kind);
    const changes = lines.map((line, index) => replaceMarker(line, isList ? '' : listMarker(kind, index + 1)));
    const set = state.changes(changes);
    dispatch(state.update({ changes: set, selection: state.selection.map(set, 1), userEvent: 'input' }));
    return true;
  };

const listMarker = (kind: ListKind, number: number) => ({ bullet: '- ', ordered: `${number}. `, task: '- [ ] ' })[kind];

function getListKind(text: string): ListKind | undefined {
  const item = ITEM.exec(text);
  if (item === null) return undefined;
  if (item[6] !== undefined) return 'task';
  return item[2] === undefined ? 'ordered' : 'bullet';
}

function replaceMarker({ from, text }: Line, mark: string): ChangeSpec {
  const item = ITEM.exec(text);
  const indent = (item?.[1] ?? /^\s*/.exec(text)?.[0] ?? '').length;
  return { from: from + indent, to: from + (item?.[0].length ?? indent), insert: mark };
}

function selectedLines(state: EditorState): Line[] {
  const { from, to } = state.selection.main;
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number];
  return Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index));
}

/** Sign of a rule of repetition. The code that reads the rule is loaded for such tasks only. */
const REPEATS = /🔁|(?<![\w-])repeat:/;

/**
 * Toggles the task on the line of an offset. Ticking a task that repeats adds its next instance above, in the same
 * change. Returns false when there is no task.
 */
export function toggleTaskAt(view: EditorView, at: number): boolean {
  const { state, dispatch } = view;
  const line = state.doc.lineAt(at);
  const box = findTaskBox(line.text);
  if (box === undefined || state.readOnly) return false;
  if (!box.isTicked && REPEATS.test(line.text)) {
    import('./tick-repeating.js').then(
      ({ tickRepeating }) => tickRepeating(view, line.from, line.text),
      () => notify(text.repetitionNotLoaded),
    );
    return true;
  }
  const from = line.from + box.at;
  const insert = box.isTicked ? ' ' : 'x';
  dispatch(state.update({ changes: { from, to: from + 1, insert }, userEvent: 'input' }));
  return true;
}

/** Counts how often a character surrounds a range: three asterisks are bold and italic. */
function marksAround({ doc }: EditorState, from: number, to: number, character: string): number {
  let count = 0;
  while (doc.sliceString(from - count - 1, from - count) === character) {
    if (doc.sliceString(to + count, to + count + 1) !== character) break;
    count += 1;
  }
  return count;
}

/** Adds a mark on both sides of the selection, or removes it. */
export const toggleAround =
  (mark: string): Command =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const { length } = mark;
    const change = state.changeByRange(({ from, to }) => {
      const isMarked = marksAround(state, from, to, mark.charAt(0)) % (2 * length) >= length;
      const changes = isMarked
        ? [
            { from: from - length, to: from },
            { from: to, to: to + length },
          ]
        : [
            { from, insert: mark },
            { from: to, insert: mark },
          ];
      const shift = isMarked ? -length : length;
      return { changes, range: EditorSelection.range(from + shift, to + shift) };
    });
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }));
    return true;
  };
