import { EditorSelection } from '@codemirror/state';
import { type Command, Direction, type EditorView } from '@codemirror/view';
import { getCodeKind, parsePrefix } from './line-prefix.js';

const HEADING = /^#{1,6}[ \t]+/;

/** Moves the cursor behind the list marker, quote marks or heading mark of its line; from there, to the line's start. */
export const moveToTextStart: Command = (view) => moveHead(view, false);

/** Does the same by the key that moves to the left, where text begins there. */
export const moveLeftToTextStart: Command = (view) => beginsLeft(view) && moveHead(view, false);
export const selectLeftToTextStart: Command = (view) => beginsLeft(view) && moveHead(view, true);

const beginsLeft = (view: EditorView): boolean =>
  view.textDirectionAt(view.state.selection.main.head) === Direction.LTR;

/** Selects up to where `moveToTextStart` moves the cursor. */
export const selectToTextStart: Command = (view) => moveHead(view, true);

function moveHead(view: EditorView, extend: boolean): boolean {
  const { state } = view;
  const { main, ranges } = state.selection;
  const start = ranges.length === 1 ? findTextStart(view, main.head) : undefined;
  if (start === undefined) return false;
  const head = main.head === start ? state.doc.lineAt(start).from : start;
  const selection = extend ? EditorSelection.range(main.anchor, head) : EditorSelection.cursor(head);
  view.dispatch({ selection: EditorSelection.create([selection]), scrollIntoView: true, userEvent: 'select' });
  return true;
}

/** Returns the start of the text in the line of an offset; undefined without a marker, and in rows of a wrapped line. */
function findTextStart(view: EditorView, at: number): number | undefined {
  const { state } = view;
  const line = state.doc.lineAt(at);
  const { item, depth, length } = parsePrefix(line.text);
  const heading = item === undefined ? (HEADING.exec(line.text.slice(length))?.[0].length ?? 0) : 0;
  const isMarked = item !== undefined || depth > 0 || heading > 0;
  if (!isMarked || getCodeKind(state, line.to) === 'block') return undefined;
  const isInFirstRow = view.moveToLineBoundary(EditorSelection.cursor(at), false).head === line.from;
  return isInFirstRow ? line.from + length + heading : undefined;
}
