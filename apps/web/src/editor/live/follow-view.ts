import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { EditorView, ViewUpdate } from '@codemirror/view';
import { liveFacts } from './live-facts.js';

/** Action by which the decorations of visible text follow an update. */
export type FollowAction = 'keep' | 'map' | 'build';

/**
 * Returns the action for an update. Decorations are mapped during composition and while a mouse button is down, because
 * building them anew would interrupt the input method, or move the text below the pointer.
 */
export function chooseAction(update: ViewUpdate): FollowAction {
  const isHeld = update.state.facet(liveFacts).isHeld && !update.viewportChanged;
  if (update.view.composing || isHeld) return 'map';
  return isStale(update) ? 'build' : 'keep';
}

const isStale = ({
  docChanged,
  viewportChanged,
  selectionSet,
  focusChanged,
  startState,
  state,
  transactions,
}: ViewUpdate) =>
  docChanged ||
  viewportChanged ||
  selectionSet ||
  focusChanged ||
  startState.readOnly !== state.readOnly ||
  startState.facet(liveFacts) !== state.facet(liveFacts) ||
  syntaxTree(startState) !== syntaxTree(state) ||
  transactions.some(({ reconfigured }) => reconfigured);

/** Returns a predicate that is true for ranges whose source is shown. */
export const createSourceTest = ({ hasFocus, state }: EditorView): ((from: number, to: number) => boolean) =>
  hasFocus ? createSelectionTest(state) : () => false;

/** Returns a predicate that is true for ranges on a line the selection touches, and in blocks whose source is shown. */
function createSelectionTest(state: EditorState): (from: number, to: number) => boolean {
  const selected = state.selection.ranges.map(({ from, to }) => ({
    from: state.doc.lineAt(from).from,
    to: state.doc.lineAt(to).to,
  }));
  const lines = [...selected, ...state.facet(liveFacts).open];
  return (from, to) => lines.some((line) => from <= line.to && to >= line.from);
}
