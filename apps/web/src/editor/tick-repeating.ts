import { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { today } from '../calendar/today.js';
import { makeNextInstance } from '../tasks/task-fields.js';
import { findTaskBox } from '../text/task-box.js';

/**
 * Ticks a task that repeats, and adds its next instance above it in the same change. A rule that is not understood adds
 * none. Does nothing when the line has changed.
 *
 * @param at offset in the line of the task
 * @param source text of that line
 */
export function tickRepeating({ state, dispatch }: EditorView, at: number, source: string): void {
  const line = state.doc.lineAt(Math.min(at, state.doc.length));
  const box = findTaskBox(source);
  if (line.text !== source || box === undefined || state.readOnly) return;
  const next = makeNextInstance(source, today());
  const added = next === undefined ? [] : [{ from: line.from, insert: Text.of([next, '']) }];
  const from = line.from + box.at;
  dispatch(state.update({ changes: [...added, { from, to: from + 1, insert: 'x' }], userEvent: 'input' }));
}
