import { history, undo } from '@codemirror/commands';
import { EditorState, type Extension, Text } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { UndoMemory } from './undo-memory.js';

const createState = (doc: string, past: Extension = []) => EditorState.create({ doc, extensions: [history(), past] });
const createEdited = (doc: string, insert: string) => createState(doc).update({ changes: { from: 0, insert } }).state;
const toText = (doc: string) => Text.of(doc.split('\n'));

function undone(state: EditorState): string | undefined {
  let after: EditorState | undefined;
  undo({ state, dispatch: (transaction) => (after = transaction.state) });
  return after?.doc.toString();
}

describe('UndoMemory', () => {
  it('restores the history of a note with unchanged text and revision', () => {
    const memory = new UndoMemory();
    memory.keep('doc_1', createEdited('one', 'new '), 'rev_2');
    expect(undone(createState('new one', memory.take('doc_1', toText('new one'), 'rev_2')))).toBe('one');
  });

  it.each([
    ['text', 'other', 'rev_2'],
    ['revision', 'new one', 'rev_3'],
  ])('drops the history when the %s changed', (_, doc, revisionId) => {
    const memory = new UndoMemory();
    memory.keep('doc_1', createEdited('one', 'new '), 'rev_2');
    expect(undone(createState(doc, memory.take('doc_1', toText(doc), revisionId)))).toBeUndefined();
    expect(memory.take('doc_1', toText('new one'), 'rev_2')).toEqual([]);
  });

  it('drops the oldest histories beyond its limits of notes and bytes', () => {
    const memory = new UndoMemory();
    for (let index = 0; index < 21; index += 1) memory.keep(`doc_${index}`, createEdited('one', 'new '), undefined);
    expect(memory.take('doc_0', toText('new one'), undefined)).toEqual([]);
    expect(undone(createState('new one', memory.take('doc_20', toText('new one'), undefined)))).toBe('one');
    const large = 'x'.repeat(5_000_000);
    memory.keep('doc_1', createEdited('one', 'new '), undefined);
    memory.keep('large_1', createEdited(large, 'y'), undefined);
    memory.keep('large_2', createEdited(large, 'y'), undefined);
    expect(memory.take('large_1', toText(`y${large}`), undefined)).toEqual([]);
    expect(memory.take('large_2', toText(`y${large}`), undefined)).not.toEqual([]);
  });
});
