import type { ChangeSpec, EditorState, Line } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { findTaskBox } from '../text/task-box.js';
import { notify } from '../ui/notices.js';
import { parsePrefix } from './lines/line-prefix.js';
import { text } from './texts.js';

type ListKind = 'bullet' | 'ordered' | 'task';

/** Turns the selected lines into a list of a kind, or back into plain lines. */
export const toggleList =
  (kind: ListKind): Command =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const lines = listSelectedLines(state).filter(({ text }, _, all) => text.trim() !== '' || all.length === 1);
    const isList = lines.every(({ text }) => getListKind(text) === kind);
    const changes = lines.map((line, index) => replaceMarker(line, isList ? '' : formatMarker(kind, index + 1)));
    const set = state.changes(changes);
    dispatch(state.update({ changes: set, selection: state.selection.map(set, 1), userEvent: 'input' }));
    return true;
  };

const formatMarker = (kind: ListKind, number: number) =>
  ({ bullet: '- ', ordered: `${number}. `, task: '- [ ] ' })[kind];

function getListKind(text: string): ListKind | undefined {
  const { item } = parsePrefix(text);
  if (item === undefined) return undefined;
  if (item.box !== undefined) return 'task';
  return item.number === undefined ? 'bullet' : 'ordered';
}

function replaceMarker({ from, text }: Line, insert: string): ChangeSpec {
  const { quote, indent, length } = parsePrefix(text);
  return { from: from + quote.length + indent.length, to: from + length, insert };
}

/** Returns the lines of all selections, each once. */
export function listSelectedLines({ doc, selection }: EditorState): Line[] {
  const lines = new Map<number, Line>();
  for (const { from, to } of selection.ranges)
    for (let number = doc.lineAt(from).number; number <= doc.lineAt(to).number; number += 1)
      lines.set(number, doc.line(number));
  return [...lines.values()];
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
