import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { liveFacts } from './live-facts.js';

/** Action by which the decorations of visible text follow an update. */
type FollowAction = 'keep' | 'map' | 'build';

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

/**
 * Returns a predicate that is true for ranges whose source is shown: in comments, and while the editor is used on a line
 * that the selection touches and in open blocks.
 */
export function createSourceTest(view: EditorView): (from: number, to: number) => boolean {
  const { state } = view;
  const { comments, open } = state.facet(liveFacts);
  const shown = isUsed(view) ? [...listSelectedLines(state), ...open, ...comments] : comments;
  return (from, to) => shown.some((range) => from <= range.to && to >= range.from);
}

/** Returns true while the text has focus, or a panel as that of search, whose match may be within hidden markup. */
const isUsed = ({ hasFocus, dom, contentDOM }: EditorView): boolean =>
  hasFocus || (dom.contains(document.activeElement) && !contentDOM.contains(document.activeElement));

const listSelectedLines = ({ doc, selection }: EditorState) =>
  selection.ranges.map(({ from, to }) => ({ from: doc.lineAt(from).from, to: doc.lineAt(to).to }));

/**
 * Creates an extension that decorates visible text.
 *
 * @param build makes the decorations of the text in view
 */
export const decorateVisible = (
  build: (view: EditorView) => DecorationSet,
): ViewPlugin<{ decorations: DecorationSet }> =>
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = build(view);
      }

      update(update: ViewUpdate): void {
        const action = chooseAction(update);
        if (action === 'map') this.decorations = this.decorations.map(update.changes);
        if (action === 'build') this.decorations = build(update.view);
      }
    },
    { decorations: ({ decorations }) => decorations },
  );
