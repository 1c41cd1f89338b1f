import { history, undo } from '@codemirror/commands';
import { EditorState, type Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { tickRepeating } from './tick-repeating.js';

function createView(doc: string) {
  let state = EditorState.create({ doc, extensions: history() });
  const view = {
    get state() {
      return state;
    },
    dispatch: (transaction: Transaction) => {
      state = transaction.state;
    },
  };
  return view as unknown as EditorView;
}

const TASK = '- [ ] a 🔁 monthly 📅 2026-01-31';

test('tickRepeating adds the next instance above the task, and one undo reverts both', () => {
  const view = createView(`first\n${TASK}\nlast`);
  tickRepeating(view, 8, TASK);
  expect(view.state.doc.toString()).toBe(
    'first\n- [ ] a 🔁 monthly 📅 2026-02-28\n- [x] a 🔁 monthly 📅 2026-01-31\nlast',
  );
  undo(view);
  expect(view.state.doc.toString()).toBe(`first\n${TASK}\nlast`);
});

test('tickRepeating only ticks a task with a rule that is not understood', () => {
  const view = createView('- [ ] a 🔁 every blue moon');
  tickRepeating(view, 0, '- [ ] a 🔁 every blue moon');
  expect(view.state.doc.toString()).toBe('- [x] a 🔁 every blue moon');
});

test('tickRepeating leaves a line alone that has changed or is gone', () => {
  const view = createView('- [x] a 🔁 monthly');
  tickRepeating(view, 0, TASK);
  tickRepeating(view, 99, TASK);
  expect(view.state.doc.toString()).toBe('- [x] a 🔁 monthly');
});
