import { EditorState, type TransactionSpec } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { findLineBreaks, getBody, keepLineBreaks, setLineBreaks, withEditorBreaks } from './line-breaks.js';
import { MergeUndo } from './merge-undo.js';
import { changesBetween } from './text-changes.js';

const note = (body: string, title = 'T') => ({ title, body });

/** Returns a body that was merged, edited, and had its merge undone. */
function undoMerge(mine: string, merged: string, edits: readonly TransactionSpec[]): string {
  const before = EditorState.create({ doc: mine, extensions: keepLineBreaks(mine) });
  const merge = before.update({
    changes: changesBetween(withEditorBreaks(mine), withEditorBreaks(merged)),
    effects: setLineBreaks.of(findLineBreaks(merged)),
  });
  const undo = new MergeUndo(before, merge.changes, note(mine), note(merged));
  let { state } = merge;
  for (const spec of edits) {
    const { changes, state: next } = state.update(spec);
    undo.follow(changes, next);
    state = next;
  }
  return getBody(state.update(undo.spec()).state);
}

describe('undoing a merge [WEB-A4]', () => {
  it('restores the local text with its line breaks', () => {
    expect(undoMerge('a\r\nb\nc\n', 'a\nB\nc\nd\n', [])).toBe('a\r\nb\nc\n');
  });

  it('keeps later edits, also in the same line', () => {
    expect(undoMerge('one\r\ntwo\n', 'one\r\ntwo theirs\n', [{ changes: { from: 0, insert: 'x\n' } }])).toBe(
      'x\none\r\ntwo\n',
    );
    expect(undoMerge('one\ntwo\n', 'one\ntwo theirs\n', [{ changes: { from: 14, insert: ' mine' } }])).toBe(
      'one\ntwo mine\n',
    );
  });

  it('restores the title unless it was edited since', () => {
    const state = EditorState.create({ doc: 'a' });
    const undo = new MergeUndo(state, state.update({}).changes, note('a', 'Mine'), note('a', 'Theirs'));
    expect(undo.title('Theirs')).toBe('Mine');
    expect(undo.title('Written')).toBe('Written');
  });

  it('is over once the body equals the one before the merge', () => {
    const before = EditorState.create({ doc: 'a' });
    const { changes, state } = before.update({ changes: { from: 1, insert: 'b' } });
    const undo = new MergeUndo(before, changes, note('a'), note('ab'));
    const back = state.update({ changes: { from: 1, to: 2 } });
    expect(undo.follow(back.changes, back.state)).toBe(false);
  });
});
