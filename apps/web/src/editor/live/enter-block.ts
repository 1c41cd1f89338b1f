import { type Extension, Prec } from '@codemirror/state';
import { type Command, type EditorView, keymap } from '@codemirror/view';
import { blockAt, isShownRendered } from './block-field.js';
import type { FoundBlock } from './renderable-blocks.js';

/** Moves the cursor into the rendered block beside its line, which vertical motion would skip. */
const enterBlock =
  (direction: -1 | 1): Command =>
  (view) => {
    const block = findNeighbour(view, direction);
    if (block === undefined) return false;
    const { doc } = view.state;
    const anchor = direction === 1 ? block.from : doc.lineAt(block.to).from;
    view.dispatch({ selection: { anchor }, scrollIntoView: true, userEvent: 'select' });
    return true;
  };

/** Returns the rendered block that the cursor would reach; undefined while it stays within its own line. */
function findNeighbour(view: EditorView, direction: -1 | 1): FoundBlock | undefined {
  const { state } = view;
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  const at = direction === 1 ? line.to + 1 : line.from - 1;
  if (!main.empty || state.readOnly || at < 0 || at > state.doc.length) return undefined;
  const block = blockAt(state, at);
  if (block === undefined || !isShownRendered(state, block)) return undefined;
  const next = view.moveVertically(main, direction === 1).head;
  const [before, after] = [view.coordsAtPos(main.head), view.coordsAtPos(next)];
  const staysInLine = next >= line.from && next <= line.to;
  return staysInLine && before?.top !== after?.top ? undefined : block;
}

export const enterBlocks: Extension = Prec.high(
  keymap.of([
    { key: 'ArrowDown', run: enterBlock(1) },
    { key: 'ArrowUp', run: enterBlock(-1) },
  ]),
);
